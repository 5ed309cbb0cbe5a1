import type { Routine } from '@balcao/sdk/server';
import { contactOfNumber } from './contact-of-number.ts';
import { removePicture } from './remove-picture.ts';
import { identify } from './identify.ts';
import { setMissingEmail } from './set-missing-email.ts';
import { mailOfIdentity } from './mail-of-identity.ts';
import { publicContact } from './public-contact.ts';
import { publicExtraInfo } from './public-extra-info.ts';
import { publicIdentity } from './public-identity.ts';
import { publicNumber } from './public-number.ts';
import { refresh } from './refresh.ts';
import { mergedNumberMatch } from './merged-number-match.ts';
import { visible } from './visible.ts';

export const routines: readonly Routine[] = [
  contactOfNumber,
  removePicture,
  identify,
  setMissingEmail,
  mailOfIdentity,
  publicContact,
  publicExtraInfo,
  publicIdentity,
  publicNumber,
  refresh,
  mergedNumberMatch,
  visible,
];
