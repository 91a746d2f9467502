/** Code points of a whole prompt to which the controls of Experiment 5 are pinned: about what SKILL.state's has. */
export const PINNED_PROMPT_CHARS: number = 1800
