import { type Line, type Lines, lines } from '../shared/lines.ts'

const actions = {
  Post: 'Post {train} {platform}',
  Direct: 'Direct {train} {platform}',
  Clear: 'Clear {train}',
  Wait: 'Wait',
} as const
const parts = {
  train: 'train_[1-9][0-9]{0,8}',
  platform: 'platform_[1-9][0-9]{0,8}',
  wrong: 'platform_\\d+',
  told: 'announced|corrected',
  reason: '.*',
} as const

export const commands: Lines<Line<typeof actions, typeof parts>> = lines(actions, parts)

const shown = {
  announcement: '{train} leaves from {platform}.',
  correction: 'Correction: {train} leaves from {platform}, not from {wrong} as {told} before. {reason}',
  enquiry: 'A passenger asks for {train}.',
  departure: '{train} has left.',
} as const

/** The lines of events. A platform is in those that announce or correct it and nowhere else. */
export const eventLines: Lines<Line<typeof shown, typeof parts>> = lines(shown, parts)
