import { join } from 'node:path'
import {
  createSpending,
  lockRunFolder,
  NotRecorded,
  type ProviderOutage,
  SpendingLimitReached,
  writeWhole,
} from '@skill-state/eval'
import { type Report, showReport } from '@skill-state/report'
