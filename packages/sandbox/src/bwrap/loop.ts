/** Descriptors that the loop starts with, beside 0 (requests), 1 (answers) and 2 (why it did not start). */
export const archiveDescriptor = 5

/** What a session says once its files are in place. */
export const ready = 'ready\n'

/** Processes that the loop needs for itself while the commands use up all of theirs. */
export const loopProcesses = 16

/** How long a command's background jobs may continue adding to its output, in seconds. */
const pipeSeconds = 0.2

/** Signals for which bash would end the loop, though the kernel spares a process 1. */
const signals = 'HUP INT QUIT ILL TRAP ABRT BUS FPE SEGV PIPE ALRM TERM XCPU XFSZ VTALRM SYS USR2'

/**
 * The program of a session's process 1, which no command can kill. It closes every descriptor that is not
 * meant (Node passes on what its own parent left open), unpacks the files, then serves requests.
 *
 * A request is words that end in NUL: nonce, number of words of the command, working folder, the words. The
 * answer is the command's output, the nonce, a space, the exit code and a line feed.
 *
 * The command writes to a pipe of its own, and `head` carries from there to the answer: so it can be cut off
 * at `readBytes` (the pipe closes), and what stays in the background cannot write into later answers. head's
 * exit is seen as the end of a pipe that only head holds. Once the command has ended, head is killed if the
 * pipe is empty and still held, and never while it is behind. SIGUSR1 from outside kills all but the loop,
 * which then passes on what head left in the pipe.
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
trap '' ${signals} # not even to a handler, which would interrupt wait
trap 'kill -9 -1' USR1
# A command that SIGTSTP stops breaks the loops around it, wherever bash learns of it, but not those of a function's
# caller. So requests are read by a loop that calls a function, and a broken wait begins again.
finish() { wait "$command"; }
follow() {
  while finish; kill -0 "$command"; do read -r -t 0.01 -u "$end"; done # it was stopped, or SIGUSR1 interrupted wait
  kill -0 "$command" && follow
}
serve() {
  coproc RELAY { exec stdbuf -o0 head -c ${options.readBytes} 5>&1 >&3 3>&- 4<&-; }
  relay=$!
  exec {sink}>&"\${RELAY[1]}" {end}<&"\${RELAY[0]}"
  exec {RELAY[1]}>&- {RELAY[0]}<&-
  (
    exec >&"$sink" 2>&1 3>&- 4<&- {sink}>&- {end}<&-
    trap - ${signals}
    ulimit -u ${options.processes}
    cd -- "$folder" || exit 126
    exec -- "\${words[@]}"
  ) &
  command=$!
  follow
  finish
  code=$?
  ((code < 0)) && code=137 # an interrupted wait can lose the status of what SIGUSR1 had killed
  exec {rest}</proc/self/fd/$sink {sink}>&-
  # Nothing to read means that the pipe is empty and held; its end counts as something.
  while read -r -t ${pipeSeconds} -u "$end"; (($? != 1)) && read -t 0 -u "$rest"; do :; done
  kill -9 "$relay"
  trap '' USR1 # it is sent again and again until the answer comes
  wait "$relay" || dd bs=64K count=1 iflag=nonblock status=none <&"$rest" >&3
  trap 'kill -9 -1' USR1
  exec {end}<&- {rest}<&-
  printf '%s %s\\n' "$nonce" "$code" >&3
}
printf '${ready.trim()}\\n' >&3
while IFS= read -r -d '' -u 4 nonce && read -r -d '' -u 4 count && IFS= read -r -d '' -u 4 folder; do
  words=()
  while ((count-- > 0)); do
    IFS= read -r -d '' -u 4 word
    words+=("$word")
  done
  serve
done`
}
