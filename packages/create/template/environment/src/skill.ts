import type { Skill } from '@skill-state/protocol'
import { z } from 'zod'
import { COMPARTMENTS } from './events.ts'

/** What the model remembers from step to step. */
export interface LockerState {
  readonly compartments: Readonly<Record<string, { readonly parcel: string; readonly person: string }>>
}

const parcel = z.strictObject({
  parcel: z
    .string()
    .max(10)
    .regex(/^P[1-9][0-9]*$/),
  person: z.string().min(1).max(20),
})

/**
 * Keyed by compartment, not a list: a patch then names the one entry that changes, and null empties it. The limits let
 * `certify` prove how long a prompt can get.
 */
export const stateSchema: z.ZodType<LockerState> = z.strictObject({
  compartments: z
    .record(
      z
        .string()
        .max(1)
        .regex(new RegExp(`^[1-${COMPARTMENTS}]$`)),
      parcel,
    )
    .meta({ maxProperties: COMPARTMENTS }),
})

export const skill: Skill = {
  name: 'parcel-locker',
  instructions: `You run a wall of ${COMPARTMENTS} parcel compartments, numbered from 1. All are empty at first.
Answer each event with exactly one action:
Store <parcel> in <number>: when a parcel arrives; the compartment must be empty.
Open <number>: when somebody comes for the parcel, the compartment that holds it.
Note: when somebody leaves the parcel to somebody else, who will come for it.
Wait: for nothing else.
The state maps each compartment in use to what it holds: {"compartments": {"3": {"parcel": "P7", "person": "Mira"}}}. Set an entry when a parcel is stored, change its person when it is left to another, and set it to null when it is handed over.`,
  schema: stateSchema,
  initialState: { compartments: {} },
}
