import { dumps } from '../../python/text/dumps.ts'
import { type Tool, tool } from '../../tool.ts'

/** The same twenty airports whatever the database holds. */
export const listAllAirports: Tool = tool('list_all_airports', '', () => dumps(airports))

/** City by IATA code, in the order of the official answer. */
export const airports: ReadonlyMap<string, string> = new Map(
  'SFO San Francisco|JFK New York|LAX Los Angeles|ORD Chicago|DFW Dallas|DEN Denver|SEA Seattle|ATL Atlanta|MIA Miami|BOS Boston|PHX Phoenix|IAH Houston|LAS Las Vegas|MCO Orlando|EWR Newark|CLT Charlotte|MSP Minneapolis|DTW Detroit|PHL Philadelphia|LGA LaGuardia'
    .split('|')
    .map((line) => [line.slice(0, 3), line.slice(4)]),
)
