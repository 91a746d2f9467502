/** Descriptors that the loop starts with, beside 0 (requests), 1 (answers) and 2 (why it did not start). */
export const archiveDescriptor = 5

/** What a session says once its files are in place. */
export const ready = 'ready\n'

/** Processes that the loop needs for itself while the commands use up all of theirs. */
export const loopProcesses = 16

/** How long a command's background jobs may go on adding to its output, in seconds. */
const pipeSeconds = 0.2

/**
 * The program of a session's process 1, which no command can kill. It closes every descriptor that is not
 * meant (Node passes on what its own parent left open), unpacks the files, then serves requests.
 *
 * A request is words that end in NUL: nonce, number of words of the command, working folder, the words. The
 * answer is the command's output, the nonce, a space, the exit code and a line feed.
 *
 * The command writes to a pipe of its own, and `dd` carries from there to the answer: so it can be cut off
 * at `readBytes` (the pipe closes, as under `head`), and what stays in the background cannot write into
 * later answers. dd's exit is seen as the end of a pipe that only dd holds. SIGUSR1 from outside kills all.
 */
export function loop(options: { readonly processes: number; readonly readBytes: number }): string {
  return `exec 3>&1 4<&0 </dev/null
for path in /proc/self/fd/*; do
  descriptor=\${path##*/}
  ((descriptor > ${archiveDescriptor})) && exec {descriptor}>&-
done
tar -xf - --no-same-owner <&${archiveDescriptor} || exit
exec ${archiveDescriptor}<&- 2>/dev/null
set -m # a process group for each command
trap : HUP INT QUIT ILL TRAP ABRT BUS FPE SEGV PIPE ALRM TERM XCPU XFSZ VTALRM SYS USR2 # or a command ends it
trap 'kill -9 -1' USR1
printf '${ready.trim()}\\n' >&3
while IFS= read -r -d '' -u 4 nonce && read -r -d '' -u 4 count && IFS= read -r -d '' -u 4 folder; do
  words=()
  while ((count-- > 0)); do
    IFS= read -r -d '' -u 4 word
    words+=("$word")
  done
  coproc RELAY { exec dd bs=64K count=${options.readBytes} iflag=count_bytes status=none 5>&1 >&3 3>&- 4<&-; }
  relay=$!
  exec {sink}>&"\${RELAY[1]}" {end}<&"\${RELAY[0]}"
  exec {RELAY[1]}>&- {RELAY[0]}<&-
  (
    exec >&"$sink" 2>&1 3>&- 4<&- {sink}>&- {end}<&-
    ulimit -u ${options.processes}
    cd -- "$folder" || exit 126
    exec -- "\${words[@]}"
  ) &
  command=$!
  exec {sink}>&-
  while kill -0 "$command"; do wait "$command"; done # a signal interrupts wait
  wait "$command"
  code=$?
  read -r -t ${pipeSeconds} -u "$end"
  (($? > 128)) && kill -9 "$relay"
  wait "$relay"
  exec {end}<&-
  printf '%s %s\\n' "$nonce" "$code" >&3
done`
}
