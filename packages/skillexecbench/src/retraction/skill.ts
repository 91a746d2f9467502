import type { Skill } from '@skill-state/protocol'

/** P of the information desk. The state maps each train that has not left to its platform. */
export const retractionSkill: Skill = {
  name: 'retraction',
  instructions: `You run the information desk of a station.
Actions:
Post <train_id> <platform_id>
Direct <train_id> <platform_id>
Clear <train_id>
Wait
Rules: answer each event with exactly one action. Post a platform that is announced or corrected. When a passenger asks for a train, direct the passenger to its platform; where it was corrected, the newest correction holds. Clear a train that has left. A refused action changes nothing.
The state maps each train that has not left to its platform: {"platforms": {"train_7": "platform_3"}}.`,
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      platforms: {
        type: 'object',
        propertyNames: { pattern: '^train_[1-9][0-9]*$' },
        additionalProperties: { type: 'string', pattern: '^platform_[1-9][0-9]*$' },
      },
    },
    required: ['platforms'],
    additionalProperties: false,
  },
  initialState: { platforms: {} },
}
