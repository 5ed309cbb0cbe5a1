import { conflict, editOf, forbidden, mergeEdit, notFound, sql, textLength, z, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { holders, publishQuickMessage } from './live-updates.ts';
import { requireQuickMessage, id, findQuickMessage, output, params, type SignedIn } from './quick-message.ts';
import { countUse } from './use.ts';

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const form = z.object({
  // A leading slash is accepted and removed.
  shortcode: z
    .string('Obrigatório')
    .transform((text) => storable(text).trim().replace(/^\/+/, '').trim())
    .pipe(
      z
        .string()
        .min(1, { error: 'Obrigatório', abort: true })
        .refine((code) => textLength(code) >= 3, 'Atalho muito curto!')
        .refine((code) => textLength(code, 50) <= 50, 'Atalho não pode passar de 50 caracteres!'),
    ),
  message: z
    .string()
    .nullable()
    .transform((text) => storable(text ?? ''))
    .pipe(z.string().max(5000, 'Mensagem não pode passar de 5.000 caracteres!')),
  priority: z.coerce.number().pipe(z.literal([1, 2, 3])),
  userId: id.nullish(),
  // Ignored on writing: a client could name anybody's file. Files are changed by media-upload.
  mediaPath: z.string().max(500).nullish(),
});
const newForm = form.extend({ message: form.shape.message.prefault(null), priority: form.shape.priority.default(3) });
const change = editOf(form);

const refuseOther = (scope: SignedIn, userId: number | null | undefined): void => {
  if (userId != null && userId !== scope.user.id) throw forbidden();
};

export const writingRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/quick-messages', {
    access: 'signed-in',
    summary: 'Creates a quick message of the caller.',
    input: { body: newForm },
    output,
    handle: async ({ body }, scope) => {
      refuseOther(scope, body.userId);
      if (scope.user.impersonating) throw conflict('ERR_VISITING');
      const made = await scope.sql.one<{ id: number }>(
        sql`insert into quick_messages.quick_message (user_id, shortcode, message, priority)
            values (${scope.user.id}, ${body.shortcode}, ${body.message}, ${body.priority}) returning id`,
      );
      const quickMessage = await requireQuickMessage(scope, made?.id ?? 0);
      await publishQuickMessage(scope, [scope.user.id], quickMessage.id);
      return quickMessage;
    },
  });

  host.route('PUT', '/quick-messages/:id', {
    access: 'signed-in',
    summary: 'Changes the caller’s own quick message, for everybody it is shared with.',
    input: { params, body: change },
    output,
    handle: ({ params: { id: wanted }, body }, scope) =>
      scope.tx(async (within) => {
        const inner = within as SignedIn;
        await inner.sql.one(sql`select id from quick_messages.quick_message where id = ${wanted} for update`);
        const before = await findQuickMessage(inner, wanted);
        if (before && before.userId !== scope.user.id) throw forbidden();
        refuseOther(inner, body.userId);
        const { shortcode, message, priority } = {
          ...before,
          ...(await mergeEdit(inner, {
            table: 'quick_messages.quick_message',
            id: wanted,
            row: before,
            missing: 'ERR_NO_QUICK_MESSAGE_FOUND',
            body,
          })),
        };
        await inner.sql.run(
          sql`update quick_messages.quick_message
                 set shortcode = ${shortcode}, message = ${message}, priority = ${priority} where id = ${wanted}`,
        );
        await publishQuickMessage(inner, await holders(inner, wanted), wanted);
        return requireQuickMessage(inner, wanted);
      }),
  });

  host.route('DELETE', '/quick-messages/:id', {
    access: 'signed-in',
    summary: 'Deletes the caller’s own quick message; a shared one is removed from the caller’s list only.',
    input: { params },
    handle: async (request, scope) => {
      const quickMessage = await requireQuickMessage(scope, request.params.id);
      if (quickMessage.userId !== scope.user.id) {
        await scope.sql.run(
          sql`delete from quick_messages.share where quick_message_id = ${quickMessage.id} and user_id = ${scope.user.id}`,
        );
        await publishQuickMessage(scope, [...(await holders(scope, quickMessage.id)), scope.user.id], quickMessage.id);
        return;
      }
      const people = await holders(scope, quickMessage.id);
      const gone = await scope.sql.one<{ mediaPath: string | null }>(
        sql`delete from quick_messages.quick_message where id = ${quickMessage.id} returning media_path as "mediaPath"`,
      );
      if (!gone) throw notFound('ERR_NO_QUICK_MESSAGE_FOUND');
      if (gone.mediaPath !== null) await scope.storage.remove(gone.mediaPath);
      await publishQuickMessage(scope, people, quickMessage.id);
    },
  });

  host.route('POST', '/quick-messages/:id/use', {
    access: 'signed-in',
    summary: 'Counts one use by the caller: the most used are offered first.',
    input: { params },
    handle: async (request, scope) => {
      const { id: used } = await requireQuickMessage(scope, request.params.id);
      await countUse(scope, used);
    },
  });
};
