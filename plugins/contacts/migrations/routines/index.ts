import type { Routine } from '@balcao/sdk/server';
import { contactOfNumber } from './contact-of-number.ts';
import { forgetPicture } from './forget-picture.ts';
import { identify } from './identify.ts';
import { knowMail } from './know-mail.ts';
import { mailOfIdentity } from './mail-of-identity.ts';
import { publicContact } from './public-contact.ts';
import { publicIdentity } from './public-identity.ts';
import { refresh } from './refresh.ts';
import { spareMatch } from './spare-match.ts';
import { visible } from './visible.ts';

export const routines: readonly Routine[] = [
  contactOfNumber,
  forgetPicture,
  identify,
  knowMail,
  mailOfIdentity,
  publicContact,
  publicIdentity,
  refresh,
  spareMatch,
  visible,
];
