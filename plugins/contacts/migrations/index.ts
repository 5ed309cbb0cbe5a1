import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { identify } from './0002-identify.ts';
import { attachmentAndMerge } from './0003-attachment-and-merge.ts';
import { imports } from './0004-import.ts';
import { spareNumbers } from './0005-spare-numbers.ts';
import { refreshWhatDiffers } from './0006-refresh-what-differs.ts';
import { hiddenNumbers } from './0007-hidden-numbers.ts';
import { mailIdentities } from './0008-mail-identities.ts';
import { openIdentities } from './0012-open-identities.ts';

export const migrations: readonly Migration[] = [
  tables,
  identify,
  attachmentAndMerge,
  imports,
  spareNumbers,
  refreshWhatDiffers,
  hiddenNumbers,
  mailIdentities,
  openIdentities,
];
