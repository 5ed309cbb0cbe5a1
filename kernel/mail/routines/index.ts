import type { Routine } from '@balcao/sdk/server';
import { sendMail } from './send-mail.ts';

export const mailRoutines: readonly Routine[] = [sendMail];
