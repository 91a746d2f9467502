import { invalidOption } from '../errors.ts'

/** Loads a package that is installed only by those who need it. Throws `invalid-option` if it is not installed. */
export async function optionalPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw missingPackage(name, error)
  }
}

/** The error that says how to install the package, if it is missing; any other error as it is. */
export function missingPackage(name: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
  if (!isMissing || !(error instanceof Error) || !error.message.includes(`'${name}`)) return error
  const message = `the package ${name} is not installed: run "npm install ${name}"`
  return invalidOption(message, { cause: error })
}
