import type { Routine } from '@balcao/sdk/server';
import { auditAll } from './audit-all.ts';
import { auditCompany } from './audit-company.ts';
import { auditHere } from './audit-here.ts';
import { plainAddresses } from './plain-addresses.ts';
import { putAuditEntry } from './put-audit-entry.ts';
import { recordChange } from './record-change.ts';
import { redactHere } from './redact-here.ts';
import { redacted } from './redacted.ts';
import { shownColumn } from './shown-column.ts';
import { writeAuditEntry } from './write-audit-entry.ts';

export const auditRoutines: readonly Routine[] = [
  redactHere,
  redacted,
  recordChange,
  auditCompany,
  auditAll,
  writeAuditEntry,
  auditHere,
  plainAddresses,
  putAuditEntry,
  shownColumn,
];
