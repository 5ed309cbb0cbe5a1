import { conflict, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { campaignsRoom, type CampaignFields, type CampaignView } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { assertComplete, campaignChange, campaignForm, messagesOf, questionsOf } from './campaign-form.ts';
import { emptyFields } from '../../empty-fields.ts';
import { isEditable, output, params, requireCampaign, storedCampaign, type SignedIn } from './campaign-view.ts';
import { publishCampaign } from './changed.ts';

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const create = async (scope: SignedIn, form: CampaignFields, repeats: number | null = null): Promise<number> => {
  const author = scope.user.impersonating ? null : scope.user.id;
  const made = await scope.sql.one<{ id: number }>(
    sql`insert into campaigns.campaign (name, connection_id, contact_list_id, needed_list_id, tag_filters, ddd_filters, messages, confirmation,
               confirmation_messages, scheduled_at, status, template, confirmation_template, flow_id, legal_basis, name_fallback,
               opt_out_footer, recipient_zone, interrupts, pace, created_by, repeats)
        values (${form.name}, ${form.whatsappId}, ${form.contactListId}, ${form.contactListId},
                ${form.tagFilters}::int[], ${form.dddFilters}::smallint[],
                ${messagesOf(form)}::text[], ${form.confirmation}, ${questionsOf(form)}::text[], ${form.scheduledAt}::timestamptz,
                ${form.scheduledAt === null ? 'INATIVA' : 'PROGRAMADA'}, ${json(form.template)}::jsonb,
                ${json(form.confirmationTemplate)}::jsonb, ${form.flowId}, ${form.legalBasis}, ${form.nameFallback},
                ${form.optOutFooter}, ${form.recipientZone}, ${form.interrupts}, ${json(form.pace)}::jsonb, ${author}, ${repeats})
        returning id`,
  );
  return made?.id ?? 0;
};

/**
 * A cancelled campaign keeps its status, audience and variants: what changes is what the rest of the people get. Its
 * number of variants stays as well, because each person's variant is written down.
 */
const change = async (
  scope: Scope,
  id: number,
  form: CampaignFields,
  status: CampaignView['status'],
): Promise<void> => {
  const next = status === 'CANCELADA' ? 'CANCELADA' : form.scheduledAt === null ? 'INATIVA' : 'PROGRAMADA';
  const changed = await scope.sql.run(
    sql`update campaigns.campaign
           set name = ${form.name}, connection_id = ${form.whatsappId}, contact_list_id = ${form.contactListId},
               needed_list_id = case when frozen_at is null then ${form.contactListId}::int end,
               tag_filters = ${form.tagFilters}::int[], ddd_filters = ${form.dddFilters}::smallint[],
               messages = ${messagesOf(form)}::text[], confirmation = ${form.confirmation},
               confirmation_messages = ${questionsOf(form)}::text[], scheduled_at = ${form.scheduledAt}::timestamptz, status = ${next},
               template = ${json(form.template)}::jsonb, confirmation_template = ${json(form.confirmationTemplate)}::jsonb,
               flow_id = ${form.flowId}, legal_basis = ${form.legalBasis}, name_fallback = ${form.nameFallback},
               opt_out_footer = ${form.optOutFooter}, recipient_zone = ${form.recipientZone}, interrupts = ${form.interrupts},
               pace = ${json(form.pace)}::jsonb, version = version + 1, updated_at = now()
         where id = ${id} and status = ${status}`,
  );
  if (changed === 0) throw conflict('ERR_CAMPAIGN_CHANGED');
};

export const writingRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/campaigns', {
    access: 'campaigns:view',
    audit: 'campaigns.created',
    summary: 'Creates a campaign: inactive, or scheduled when `scheduledAt` is given, at least one hour ahead.',
    input: { body: campaignForm },
    output,
    handle: async ({ body }, scope) => {
      const form = { ...emptyFields, ...given(body) } as CampaignFields;
      await assertComplete(scope, form);
      return scope.tx(async (inner) => {
        const id = await create(inner as SignedIn, form);
        await inner.audit({ action: 'campaigns.created', subject: form.name });
        await publishCampaign(inner, id);
        return requireCampaign(inner, id);
      });
    },
  });

  host.route('PUT', '/campaigns/:id', {
    access: 'campaigns:view',
    audit: 'campaigns.changed',
    summary:
      'Changes a campaign that has not started, or was cancelled. `version` refuses to overwrite a later change.',
    input: { params, body: campaignChange },
    output,
    handle: ({ params: { id }, body: { version, ...body } }, scope) =>
      scope.tx(async (inner) => {
        const stored = await storedCampaign(inner, id, true);
        if (!isEditable(stored)) throw conflict('ERR_CAMPAIGN_NOT_EDITABLE', { status: stored.status });
        if (version !== undefined && version !== stored.version)
          throw conflict('ERR_CAMPAIGN_CHANGED', { version: stored.version });
        const before = await requireCampaign(inner, id);
        const form = { ...before, ...given(body) };
        await assertComplete(inner, form, { wasScheduledAt: before.scheduledAt });
        if (stored.frozenAt !== null) assertSameAudience(before, form);
        await change(inner, id, form, stored.status);
        await inner.audit({ action: 'campaigns.changed', subject: form.name });
        await publishCampaign(inner, id);
        return requireCampaign(inner, id);
      }),
  });

  host.route('DELETE', '/campaigns/:id', {
    access: 'campaigns:view',
    audit: 'campaigns.deleted',
    summary: 'Deletes a campaign that is not running, with its recipients. The conversations stay.',
    input: { params },
    handle: async ({ params: { id } }, scope) => {
      const { mediaPath } = await scope.tx(async (inner) => {
        const stored = await storedCampaign(inner, id, true);
        if (stored.status === 'EM_ANDAMENTO') throw conflict('ERR_CAMPAIGN_RUNNING', { status: stored.status });
        await inner.sql.run(sql`delete from campaigns.campaign where id = ${id}`);
        await inner.audit({ action: 'campaigns.deleted', subject: stored.name });
        inner.rooms.emit(campaignsRoom, {}, 'delete', { campaignId: id });
        return stored;
      });
      if (mediaPath !== null) await removeUnused(scope, mediaPath);
    },
  });

  host.route('POST', '/campaigns/:id/repeat', {
    access: 'campaigns:view',
    audit: 'campaigns.repeated',
    summary: 'Creates an inactive copy of a campaign, with its own audience when it starts.',
    input: {
      params,
      body: z.object({ name: z.string().trim().min(2, 'Too Short!').max(50, 'Too Long!').optional() }).default({}),
    },
    output,
    handle: ({ params: { id }, body }, scope) =>
      scope.tx(async (inner) => {
        const before = await requireCampaign(inner, id);
        const name = body.name ?? before.name;
        const copy = await create(inner as SignedIn, { ...before, name, scheduledAt: null }, id);
        await inner.sql.run(
          sql`update campaigns.campaign c set media_path = o.media_path, media_name = o.media_name, media_mime = o.media_mime,
                     media_size = o.media_size
                from campaigns.campaign o where c.id = ${copy} and o.id = ${id}`,
        );
        await inner.audit({ action: 'campaigns.repeated', subject: name });
        await publishCampaign(inner, copy);
        return requireCampaign(inner, copy);
      }),
  });
};

const given = (body: object): Partial<CampaignFields> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

/** People who are written down stay: another audience needs another campaign. */
const assertSameAudience = (before: CampaignFields, after: CampaignFields): void => {
  const audience = ({ whatsappId, contactListId, tagFilters, dddFilters, confirmation }: CampaignFields): string =>
    JSON.stringify([whatsappId, contactListId, tagFilters, dddFilters, confirmation]);
  if (audience(before) !== audience(after)) throw conflict('ERR_CAMPAIGN_AUDIENCE_FIXED');
};

/** A copy of the campaign may use the same file. */
export const removeUnused = async (scope: Scope, path: string): Promise<void> => {
  const isUsed = await scope.sql.one(sql`select 1 from campaigns.campaign where media_path = ${path} limit 1`);
  if (!isUsed) await scope.storage.remove(path);
};
