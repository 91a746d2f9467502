import { vi } from 'vitest'
import { commandLine } from '../src/command-line.ts'

/** Types a command in the process of the test: one of its own takes most of a second to start. */
export async function skillStateHere(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text)
      return true
    }),
  )
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  try {
    return { code: await commandLine(args), ...written }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}
