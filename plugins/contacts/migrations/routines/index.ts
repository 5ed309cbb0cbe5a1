import type { Routine } from '@balcao/sdk/server';
import { forgetPicture } from './forget-picture.ts';
import { publicContact } from './public-contact.ts';
import { publicIdentity } from './public-identity.ts';

export const routines: readonly Routine[] = [publicContact, publicIdentity, forgetPicture];
