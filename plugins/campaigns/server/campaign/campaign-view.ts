import { notFound, sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import { campaignStatuses, type CampaignStatus, type CampaignView } from '../../contract.ts';
import { etaOf } from '../report/eta.ts';

export type SignedIn = Scope & { readonly user: NonNullable<Scope['user']> };

export const id = z.coerce.number().int().positive().max(2_147_483_647);
export const params = z.object({ id });

const template = z
  .object({ name: z.string(), language: z.string(), variables: z.record(z.string(), z.string()).optional() })
  .nullable();
const named = z.object({ id: z.number(), name: z.string() }).nullable();
const texts = Object.fromEntries(
  [1, 2, 3, 4, 5].flatMap((place) => [
    [`message${place}`, z.string()],
    [`confirmationMessage${place}`, z.string()],
  ]),
) as Record<`message${1 | 2 | 3 | 4 | 5}` | `confirmationMessage${1 | 2 | 3 | 4 | 5}`, z.ZodString>;

export const output = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  whatsappId: z.number(),
  contactListId: z.number().nullable(),
  tagFilters: z.array(z.number()),
  dddFilters: z.array(z.number()),
  ...texts,
  confirmation: z.boolean(),
  scheduledAt: z.string().nullable(),
  template,
  confirmationTemplate: template,
  flowId: z.string().nullable(),
  legalBasis: z.enum(['consent', 'legitimate-interest', 'contract']),
  nameFallback: z.string(),
  optOutFooter: z.boolean(),
  recipientZone: z.boolean(),
  interrupts: z.boolean(),
  pace: z
    .object({ messageInterval: z.number(), longerIntervalAfter: z.number(), greaterInterval: z.number() })
    .nullable(),
  status: z.enum(campaignStatuses),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  whatsapp: z.object({ id: z.number(), name: z.string(), channel: z.string(), status: z.string() }).nullable(),
  contactList: named,
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaMime: z.string().nullable(),
  mediaSize: z.number().nullable(),
  pause: z
    .object({ reason: z.string(), until: z.string().nullable(), at: z.string(), detail: z.string().nullable() })
    .nullable(),
  contacts: z.number(),
  delivered: z.number(),
  sent: z.number(),
  failed: z.number(),
  waiting: z.number(),
  etaSeconds: z.number().nullable(),
  repeats: z.number().nullable(),
  createdBy: named,
  cancelled: z.object({ at: z.string(), by: named }).nullable(),
  isEditable: z.boolean(),
  version: z.number(),
}) as unknown as z.ZodType<CampaignView>;

/** A stored campaign, for the parts that send it. */
export interface Campaign {
  id: number;
  name: string;
  connectionId: number | null;
  contactListId: number | null;
  tagFilters: number[];
  dddFilters: number[];
  messages: string[];
  confirmation: boolean;
  confirmationMessages: string[];
  scheduledAt: Date | null;
  status: CampaignStatus;
  template: CampaignView['template'];
  confirmationTemplate: CampaignView['template'];
  flowId: string | null;
  nameFallback: string;
  optOutFooter: boolean;
  recipientZone: boolean;
  interrupts: boolean;
  pace: CampaignView['pace'];
  mediaPath: string | null;
  mediaName: string | null;
  mediaMime: string | null;
  mediaSize: number | null;
  pauseReason: string | null;
  pauseUntil: Date | null;
  frozenAt: Date | null;
  guardSince: Date;
  version: number;
}
export const campaignColumns: Sql = sql`c.id, c.name, c.connection_id as "connectionId", c.contact_list_id as "contactListId",
  c.tag_filters as "tagFilters", c.ddd_filters as "dddFilters", c.messages, c.confirmation,
  c.confirmation_messages as "confirmationMessages", c.scheduled_at as "scheduledAt", c.status, c.template,
  c.confirmation_template as "confirmationTemplate", c.flow_id as "flowId", c.name_fallback as "nameFallback",
  c.opt_out_footer as "optOutFooter", c.recipient_zone as "recipientZone", c.interrupts, c.pace, c.media_path as "mediaPath",
  c.media_name as "mediaName", c.media_mime as "mediaMime", c.media_size as "mediaSize", c.pause_reason as "pauseReason",
  c.pause_until as "pauseUntil", c.frozen_at as "frozenAt", c.guard_since as "guardSince", c.version`;

interface Row extends Campaign {
  companyId: number;
  legalBasis: CampaignView['legalBasis'];
  startedAt: Date | null;
  completedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  pausedAt: Date | null;
  pauseDetail: string | null;
  connectionName: string | null;
  channel: string | null;
  connectionStatus: string | null;
  listName: string | null;
  repeats: number | null;
  userId: number | null;
  userName: string | null;
  cancelledAt: Date | null;
  cancelledBy: CampaignView['createdBy'];
  frozen: number;
  delivered: number;
  sent: number;
  failed: number;
  waiting: number;
}

/** An hour before its time a campaign is fixed. */
export const fixedBeforeMs = 3_600_000;
export const isEditable = (
  { status, scheduledAt }: Pick<Campaign, 'status' | 'scheduledAt'>,
  now = Date.now(),
): boolean =>
  status === 'INATIVA' ||
  status === 'CANCELADA' ||
  (status === 'PROGRAMADA' && scheduledAt !== null && scheduledAt.getTime() - now > fixedBeforeMs);

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const asView = (row: Row, etaSeconds: number | null): CampaignView => {
  const text = (all: readonly string[], place: number): string => all[place - 1] ?? '';
  return {
    id: row.id,
    companyId: row.companyId,
    name: row.name,
    whatsappId: row.connectionId ?? 0,
    contactListId: row.contactListId,
    tagFilters: row.tagFilters,
    dddFilters: row.dddFilters,
    message1: text(row.messages, 1),
    message2: text(row.messages, 2),
    message3: text(row.messages, 3),
    message4: text(row.messages, 4),
    message5: text(row.messages, 5),
    confirmation: row.confirmation,
    confirmationMessage1: text(row.confirmationMessages, 1),
    confirmationMessage2: text(row.confirmationMessages, 2),
    confirmationMessage3: text(row.confirmationMessages, 3),
    confirmationMessage4: text(row.confirmationMessages, 4),
    confirmationMessage5: text(row.confirmationMessages, 5),
    scheduledAt: iso(row.scheduledAt),
    template: row.template,
    confirmationTemplate: row.confirmationTemplate,
    flowId: row.flowId,
    legalBasis: row.legalBasis,
    nameFallback: row.nameFallback,
    optOutFooter: row.optOutFooter,
    recipientZone: row.recipientZone,
    interrupts: row.interrupts,
    pace: row.pace,
    status: row.status,
    startedAt: iso(row.startedAt),
    completedAt: iso(row.completedAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    whatsapp:
      row.connectionId === null
        ? null
        : {
            id: row.connectionId,
            name: row.connectionName ?? '',
            channel: row.channel ?? '',
            status: row.connectionStatus ?? '',
          },
    contactList: row.contactListId === null ? null : { id: row.contactListId, name: row.listName ?? '' },
    mediaPath: row.mediaPath,
    mediaName: row.mediaName,
    mediaMime: row.mediaMime,
    mediaSize: row.mediaSize,
    pause:
      row.pauseReason === null || row.status !== 'EM_ANDAMENTO'
        ? null
        : {
            reason: row.pauseReason as NonNullable<CampaignView['pause']>['reason'],
            until: iso(row.pauseUntil),
            at: iso(row.pausedAt) ?? '',
            detail: row.pauseDetail,
          },
    contacts: row.frozen,
    delivered: row.delivered,
    sent: row.sent,
    failed: row.failed,
    waiting: row.waiting,
    etaSeconds,
    repeats: row.repeats,
    createdBy: row.userId === null ? null : { id: row.userId, name: row.userName ?? '' },
    cancelled: row.cancelledAt && { at: row.cancelledAt.toISOString(), by: row.cancelledBy },
    isEditable: isEditable(row),
    version: row.version,
  };
};

/** Returns campaigns in the order of the ids. */
export const campaignViews = async (scope: Scope, ids: readonly number[]): Promise<CampaignView[]> => {
  const rows = await scope.sql.rows<Row>(
    sql`select ${campaignColumns}, c.company_id as "companyId", c.legal_basis as "legalBasis", c.started_at as "startedAt",
               c.completed_at as "completedAt", c.created_at as "createdAt", c.updated_at as "updatedAt",
               c.paused_at as "pausedAt", c.pause_detail as "pauseDetail", k.name as "connectionName", k.channel,
               k.status as "connectionStatus", l.name as "listName", c.repeats, u.id as "userId", u.name as "userName", c.frozen,
               c.cancelled_at as "cancelledAt", case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as "cancelledBy",
               n.delivered, n.sent, n.failed, n.waiting
          from unnest(${[...ids]}::int[]) with ordinality wanted (id, place)
          join campaigns.campaign c on c.id = wanted.id
          left join connections.public_connection k on k.company_id = c.company_id and k.id = c.connection_id
          left join contact_lists.public_list l on l.company_id = c.company_id and l.id = c.contact_list_id
          left join kernel."user" u on u.company_id = c.company_id and u.id = c.created_by
          left join kernel."user" o on o.company_id = c.company_id and o.id = c.cancelled_by
          cross join lateral (
            select coalesce(sum(t.amount) filter (where t.state in ('delivered', 'read', 'answered')), 0)::int as delivered,
                   coalesce(sum(t.amount) filter (where t.state in ('sent', 'delivered', 'read', 'answered')), 0)::int as sent,
                   coalesce(sum(t.amount) filter (where t.state in ('failed', 'uncertain')), 0)::int as failed,
                   coalesce(sum(t.amount) filter (where t.state in ('waiting', 'asked', 'confirmed')), 0)::int as waiting
              from campaigns.tally t where t.company_id = c.company_id and t.campaign_id = c.id) n
         order by wanted.place`,
  );
  return Promise.all(rows.map(async (row) => asView(row, await etaOf(scope, row, row.waiting))));
};

/** Returns one, or throws 404 ERR_NO_CAMPAIGN_FOUND. */
export const requireCampaign = async (scope: Scope, wanted: number): Promise<CampaignView> => {
  const [view] = await campaignViews(scope, [wanted]);
  if (!view) throw notFound('ERR_NO_CAMPAIGN_FOUND');
  return view;
};

/** Returns the stored row; `lock` holds it until the transaction ends, `share` together with others who only read it. */
export const storedCampaign = async (
  scope: Scope,
  wanted: number,
  lock: boolean | 'share' = false,
): Promise<Campaign> => {
  const row = await scope.sql.one<Campaign>(
    sql`select ${campaignColumns} from campaigns.campaign c where c.id = ${wanted} ${lock === 'share' ? sql`for share` : lock ? sql`for update` : sql.empty}`,
  );
  if (!row) throw notFound('ERR_NO_CAMPAIGN_FOUND');
  return row;
};
