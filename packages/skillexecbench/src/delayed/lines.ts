import { type Line, type Lines, lines } from '../shared/lines.ts'

const actions = {
  Accept: 'Accept {guest}',
  Return: 'Return {guest} {tag}',
  Bring: 'Bring {thing} {room}',
  Wait: 'Wait',
} as const
const parts = {
  guest: 'guest_[1-9][0-9]{0,8}',
  tag: '[0-9]{1,9}',
  thing: '[a-z]{1,20}',
  room: 'room_[1-9][0-9]{0,8}',
} as const

export const commands: Lines<Line<typeof actions, typeof parts>> = lines(actions, parts)

const shown = {
  deposit: '{guest} hands in a bag under tag {tag}.',
  return: '{guest} comes for the bag.',
  errand: '{room} asks for {thing}.',
} as const

/** The lines of events. The tag is in the deposit's line and nowhere else. */
export const eventLines: Lines<Line<typeof shown, typeof parts>> = lines(shown, parts)
