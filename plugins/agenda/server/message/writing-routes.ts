import { conflict, invalid, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import type { ScheduleView, SeriesPart } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { assertMayWrite, params, part, type SignedIn } from '../access.ts';
import { beginSeries, endAfter, restOf, writeNext } from '../series/series.ts';
import { announceMessage } from './changed.ts';
import { removeUnused } from './media-routes.ts';
import {
  assertLead,
  assertReferences,
  assertTicket,
  scheduleChange,
  scheduleForm,
  type ScheduleFields,
} from './message-form.ts';
import { output, requireSchedule, storedSchedule, type Schedule } from './message-view.ts';
import { arm, insertSchedule, updateSchedule } from './save-message.ts';

/** A message that is sent, or just being sent, is fixed. One that failed may be changed and tried again. */
const assertEditable = (stored: Schedule): void => {
  if (stored.status !== 'PENDENTE' && stored.status !== 'ERRO')
    throw conflict('ERR_SCHEDULE_NOT_EDITABLE', { status: stored.status });
};

const create = async (
  scope: Scope,
  form: ScheduleFields,
  more: { rule: string | null; ticketId: number | null },
): Promise<number> => {
  const series = more.rule === null ? undefined : await beginSeries(scope, more.rule, form, more);
  if (more.rule !== null && !series) throw invalid({ rule: 'ERR_RULE_EMPTY' });
  const made = await insertSchedule(
    scope,
    { ...form, sendAt: series?.first ?? form.sendAt },
    { ticketId: more.ticketId, seriesId: series?.seriesId ?? null, originalAt: series?.first ?? null },
  );
  return made ?? 0;
};

/** The rest of a series becomes a series of its own, so that what was sent keeps the rule by which it was. */
const splitSeries = async (
  scope: Scope,
  stored: Schedule,
  form: ScheduleFields,
  rule: string | null | undefined,
): Promise<{ sendAt: Date; unused: string[] }> => {
  const next = rule === undefined ? await restOf(scope, stored) : rule;
  const unused = await endAfter(scope, stored);
  // The conversation of another contact is not that of the series.
  const ticketId = stored.contactId === form.contactId ? stored.ticketId : null;
  const series = next == null ? undefined : await beginSeries(scope, next, form, { ticketId, file: stored });
  if (next != null && !series) throw invalid({ rule: 'ERR_RULE_EMPTY' });
  await scope.sql.run(
    sql`update agenda.schedule set series_id = ${series?.seriesId ?? null}, original_at = ${series?.first ?? null}::timestamptz where id = ${stored.id}`,
  );
  return { sendAt: series?.first ?? form.sendAt, unused };
};

export const writingRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/schedules', {
    access: 'signed-in',
    audit: 'agenda.message-scheduled',
    summary: 'Schedules a message to a contact, at least one hour ahead; with `rule` (RFC 5545) a series.',
    input: { body: scheduleForm },
    output,
    handle: async ({ body: { rule = null, ticketId = null, ...body } }, scope) => {
      const form: ScheduleFields = {
        ...body,
        userId: body.userId ?? (scope.user.impersonating ? null : scope.user.id),
        whatsappId: body.whatsappId ?? null,
        template: body.template ?? null,
        opensWithAuthor: body.opensWithAuthor ?? false,
      };
      assertLead(form.sendAt);
      if (form.userId !== null) assertMayWrite(scope, form.userId);
      await assertReferences(scope, form);
      await assertTicket(scope, ticketId);
      return scope.tx(async (inner) => {
        const made = await create(inner, form, { rule, ticketId });
        await inner.audit({ action: 'agenda.message-scheduled', subject: String(made) });
        return requireSchedule(inner as SignedIn, made);
      });
    },
  });

  host.route('PUT', '/schedules/:id', {
    access: 'signed-in',
    audit: 'agenda.message-changed',
    summary:
      'Changes a message that is not sent yet: with `part` `following` the rest of its series too. One that failed waits again.',
    input: { params, body: scheduleChange },
    output,
    handle: async ({ params: { id }, body: { version, part: which, rule, ...body } }, scope) => {
      const [view, unused] = await scope.tx(async (inner): Promise<[ScheduleView, string[]]> => {
        const stored = await storedSchedule(inner, id, true);
        assertEditable(stored);
        if (version !== undefined && version !== stored.version)
          throw conflict('ERR_SCHEDULE_CHANGED', { version: stored.version });
        const form: ScheduleFields = {
          body: body.body ?? stored.body,
          contactId: body.contactId ?? stored.contactId ?? 0,
          sendAt: body.sendAt ?? stored.sendAt,
          userId: body.userId ?? stored.userId,
          whatsappId: body.whatsappId === undefined ? stored.connectionId : body.whatsappId,
          template: body.template === undefined ? stored.template : body.template,
          opensWithAuthor: body.opensWithAuthor ?? stored.opensWithAuthor,
        };
        const isMoved = form.sendAt.getTime() !== stored.sendAt.getTime();
        if (isMoved || stored.status === 'ERRO') assertNotPast(form.sendAt);
        if (form.userId !== null) assertMayWrite(inner, form.userId);
        await assertReferences(inner, form);
        const splits = which === 'following' || (rule !== undefined && (rule !== null || stored.seriesId !== null));
        const split = splits ? await splitSeries(inner, stored, form, rule) : { sendAt: form.sendAt, unused: [] };
        await updateSchedule(inner, stored, { ...form, sendAt: split.sendAt });
        // The next ones do not wait for one that was moved past them.
        if (!splits && isMoved) await writeNext(inner, stored, form.sendAt);
        await inner.audit({ action: 'agenda.message-changed', subject: String(id) });
        return [await requireSchedule(inner, id), split.unused];
      });
      await removeUnused(scope, unused);
      return view;
    },
  });

  host.route('POST', '/schedules/:id/retry', {
    access: 'signed-in',
    audit: 'agenda.message-retried',
    summary: 'Sends a message that failed again, now.',
    input: { params },
    output,
    handle: ({ params: { id } }, scope) =>
      scope.tx(async (inner) => {
        const stored = await storedSchedule(inner, id, true);
        if (stored.status !== 'ERRO') throw conflict('ERR_SCHEDULE_NOT_FAILED', { status: stored.status });
        const now = new Date();
        await inner.sql.run(
          sql`update agenda.schedule set status = 'PENDENTE', error = null, message_id = null, sent_at = null, late_minutes = null,
                     send_at = ${now}, attempt = attempt + 1, version = version + 1, updated_at = now() where id = ${id}`,
        );
        await arm(inner, id, now);
        await announceMessage(inner, stored.userId, id);
        await inner.audit({ action: 'agenda.message-retried', subject: String(id) });
        return requireSchedule(inner, id);
      }),
  });

  host.route('DELETE', '/schedules/:id', {
    access: 'signed-in',
    audit: 'agenda.message-deleted',
    summary:
      'Deletes a scheduled message: with `part` `following` the rest of its series too, otherwise its next one is written down. A sent message stays in its conversation.',
    input: { params, query: z.object({ part }) },
    handle: async ({ params: { id }, query }, scope) => {
      await removeUnused(scope, await scope.tx((inner) => remove(inner, id, query.part)));
    },
  });
};

const assertNotPast = (sendAt: Date): void => {
  if (sendAt.getTime() < Date.now() - 60_000) throw invalid({ sendAt: 'ERR_PAST' });
};

const remove = async (scope: Scope, id: number, which: SeriesPart): Promise<(string | null)[]> => {
  const stored = await storedSchedule(scope, id, true);
  if (stored.status === 'ENVIANDO') throw conflict('ERR_SCHEDULE_NOT_EDITABLE', { status: stored.status });
  const unused = which === 'following' ? await endAfter(scope, stored) : [];
  if (which === 'this' && stored.status === 'PENDENTE') await writeNext(scope, stored);
  await scope.sql.run(sql`delete from agenda.schedule where id = ${id}`);
  await announceMessage(scope, stored.userId, id, 'delete');
  await scope.audit({ action: 'agenda.message-deleted', subject: String(id) });
  return [stored.mediaPath, ...unused];
};
