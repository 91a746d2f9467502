import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Every two seconds the time of day is another one within a day. The time since the start of the machine goes on. */
const SOURCE = `
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long jumped(void) {
  struct timespec since;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &since);
  return ((since.tv_sec / 2) * 2654435761UL >> 7) % 172800 - 86400;
}
int clock_gettime(clockid_t id, struct timespec *out) {
  int failed = syscall(SYS_clock_gettime, id, out);
  if (!failed && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) out->tv_sec += jumped();
  return failed;
}
int gettimeofday(struct timeval *out, void *zone) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  out->tv_sec = now.tv_sec;
  out->tv_usec = now.tv_nsec / 1000;
  return 0;
}
time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}
`

/** A library for `LD_PRELOAD` under which a program sees a clock that jumps. Throws if there is no C compiler. */
export function clockThatJumps(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-clock-'))
  const [source, library] = [join(folder, 'clock.c'), join(folder, 'clock.so')]
  writeFileSync(source, SOURCE)
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source], { stdio: 'inherit' })
  return library
}
