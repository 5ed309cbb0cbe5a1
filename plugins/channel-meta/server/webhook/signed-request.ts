import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from '@balcao/sdk/server';

const payload = z.object({ user_id: z.coerce.string().min(1).max(60), issued_at: z.number().optional() });

/** Returns the content of Meta’s `signed_request`; undefined unless it is signed with the app’s secret. */
export const openSignedRequest = (signed: string, secret: string): z.output<typeof payload> | undefined => {
  const [signature = '', encoded = ''] = signed.split('.');
  const right = createHmac('sha256', secret).update(encoded).digest();
  const given = Buffer.from(signature, 'base64url');
  if (secret === '' || given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  try {
    return payload.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
};
