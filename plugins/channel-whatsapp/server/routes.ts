import { AppError, notFound, z, type Host } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { channelId } from '../contract.ts';
import type manifest from '../manifest.ts';
import { connectionSession } from './connection/connection-session.ts';

const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });
const number = z
  .string('Required')
  .transform((text) => text.replace(/\D/g, ''))
  .refine((digits) => digits.length >= 8 && digits.length <= 15, 'ERR_CHECK_NUMBER');

export const routes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/whatsapp-connections/:id/pairing-code', {
    access: 'whatsapp-connection:pair',
    summary: 'A code to type into the telephone, instead of scanning',
    rate: 10,
    input: { params, body: z.object({ number }) },
    output: z.object({ code: z.string() }),
    async handle({ params: { id }, body }, scope) {
      const connection = await scope.use(connections).find(id);
      if (!connection || connection.channel !== channelId) throw notFound('ERR_NO_WAPP_FOUND');
      if (connection.status !== 'qrcode') throw new AppError(409, 'ERR_WAPP_NOT_INITIALIZED');
      const question = { do: 'pairing-code', number: body.number } as const;
      const code = await scope.sessions.ask(connectionSession, String(id), question).catch((cause: unknown) => {
        throw new AppError(409, 'ERR_WAPP_NOT_INITIALIZED', { cause });
      });
      return { code: String(code) };
    },
  });
};
