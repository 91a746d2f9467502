/** Most UTF-16 units that one recent message takes in the prompt. */
export const RECENT_CHARS = 600
