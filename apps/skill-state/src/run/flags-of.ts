/**
 * What a command is given: by each of its fields the value, which is missing if the option was not given. `Always` names those
 * that are required or have a default.
 */
export type FlagsOf<
  Fields extends Readonly<Record<string, { readonly _output: unknown }>>,
  Always extends keyof Fields = never,
> = { readonly [Name in Always]: Fields[Name]['_output'] } & {
  readonly [Name in Exclude<keyof Fields, Always>]?: Fields[Name]['_output'] | undefined
}
