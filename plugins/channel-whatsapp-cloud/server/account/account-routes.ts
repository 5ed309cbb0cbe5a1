import { z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { connect } from '../connect.ts';
import { cloudConnection, saveAccount, accountView } from './account.ts';

export const connectionParams = z.object({ connectionId: z.coerce.number().int().positive().max(2_147_483_647) });

const id = z.string().trim().max(40, 'Too Long!').regex(/^\d*$/, 'ERR_CLOUD_ID_INVALID');
/** Pasted secrets may have blanks around them; they are used in a header, so only header characters are allowed. */
const secret = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(2000, 'Too Long!')
  .regex(/^[\x21-\x7e]*$/, 'ERR_CLOUD_SECRET_INVALID')
  .optional();

const form = z.object({
  phoneNumberId: id.optional(),
  wabaId: id.optional(),
  graphVersion: z
    .string()
    .trim()
    .regex(/^v\d{1,3}\.\d$/, 'ERR_CLOUD_VERSION_INVALID')
    .optional(),
  token: secret,
  appSecret: secret,
  verifyToken: secret,
});

/** The routes of the company’s account at Meta. */
export const accountRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/whatsapp-cloud/connections/:connectionId', {
    access: 'whatsapp-cloud:edit',
    summary: 'Account at Meta of a connection, without its secrets, and the address of its webhook',
    input: { params: connectionParams },
    handle: async ({ params: { connectionId } }, scope) => {
      await cloudConnection(scope, connectionId);
      return accountView(scope, connectionId);
    },
  });
  host.route('PUT', '/whatsapp-cloud/connections/:connectionId', {
    access: 'whatsapp-cloud:edit',
    summary: 'Changes the account at Meta of a connection and connects it anew; secrets that are left out stay',
    input: { params: connectionParams, body: form },
    handle: async ({ params: { connectionId }, body }, scope) => {
      const connection = await cloudConnection(scope, connectionId);
      await saveAccount(scope, connectionId, body);
      await connect(connection, scope);
      return accountView(scope, connectionId);
    },
  });
};
