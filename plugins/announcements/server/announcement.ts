import {
  AppError,
  editOf,
  notFound,
  readPage,
  sql,
  youtubeCode,
  z,
  type CurrentUser,
  type Scope,
  type Sql,
} from '@balcao/sdk/server';

export type SignedIn = Scope & { readonly user: CurrentUser };

const id = z.coerce.number().int().positive().max(2_147_483_647);
export const params = z.object({ id });

const words = (max: number) =>
  z
    .string('Required')
    .trim()
    .min(1, 'Required')
    .max(max, 'Too Long!')
    .refine((value) => !value.includes('\0'), 'ERR_INVALID_VALUE');
const video = z
  .string()
  .max(500, 'Too Long!')
  .nullable()
  .transform((text, context): string => {
    if (text == null || text.trim() === '') return '';
    const code = youtubeCode(text);
    if (code === undefined) context.addIssue({ code: 'custom', message: 'ERR_INVALID_VIDEO' });
    return code ?? '';
  });
// Older forms send choices as text.
const priority = z.coerce
  .number('ERR_INVALID_VALUE')
  .int('ERR_INVALID_VALUE')
  .min(1, 'ERR_INVALID_VALUE')
  .max(3, 'ERR_INVALID_VALUE');
const status = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')],
  'ERR_INVALID_VALUE',
);

export const newAnnouncement = z.object({
  title: words(255),
  text: words(10_000),
  video: video.prefault(null),
  priority: priority.default(3),
  status: status.default(true),
});
export const changedAnnouncement = editOf(
  z.object({ title: words(255), text: words(10_000), video, priority, status }),
);

export const announcementOutput = z.object({
  id: z.number(),
  title: z.string(),
  text: z.string(),
  video: z.string(),
  priority: z.number(),
  status: z.boolean(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  createdAt: z.date(),
  publishedAt: z.date().nullable(),
  isRead: z.boolean(),
});
type Row = z.output<typeof announcementOutput>;

const day = 86_400;
/**
 * Adds the signed address of the picture: the file belongs to one company and is shown to the people of all. The
 * address is stable for a day and valid for two.
 */
const withAddress = async (row: Row, scope: Scope): Promise<Row> => {
  if (row.mediaPath === null) return row;
  const left = 2 * day - (Math.floor(Date.now() / 1000) % day);
  try {
    return { ...row, mediaPath: await scope.storage.link(row.mediaPath, left) };
  } catch (error) {
    // The file was deleted with the company of its author; the text remains.
    if (error instanceof AppError && error.code === 'ERR_NO_FILE_FOUND') return { ...row, mediaPath: null };
    throw error;
  }
};

/** A super user working inside another company has no read marks there. */
const columns = (scope: SignedIn): Sql =>
  sql`a.id, a.title, a.text, a.video, a.priority, a.status, a.media_path as "mediaPath", a.media_name as "mediaName",
      a.created_at as "createdAt", a.published_at as "publishedAt",
      coalesce((select u.created_at > coalesce(a.published_at, a.created_at) from kernel."user" u where u.id = ${scope.user.id}), true)
        or exists (select from announcements.reading r where r.user_id = ${scope.user.id} and r.announcement_id = a.id)
        as "isRead"`;

/** Returns the condition for visible announcements: active ones for people, all for authors. */
export const visible = (scope: SignedIn, activeOnly: boolean): Sql =>
  scope.user.super && !activeOnly ? sql`true` : sql`a.status`;

export const pageOf = async (
  scope: SignedIn,
  { term, page, activeOnly }: { term: string; page: number; activeOnly: boolean },
) => {
  const found = sql`(${term} = '' or a.title_key like kernel.like_pattern(${term}))`;
  const { records, ...rest } = await readPage<Row>(scope, {
    columns: columns(scope),
    from: sql`announcements.announcement a where ${visible(scope, activeOnly)} and ${found}`,
    orderBy: sql`coalesce(a.published_at, a.created_at) desc, a.id desc`,
    page,
  });
  return { records: await Promise.all(records.map((row) => withAddress(row, scope))), ...rest };
};

export const none = () => notFound('ERR_NO_ANNOUNCEMENT_FOUND');

export const lookUpAnnouncement = async (scope: SignedIn, wanted: number): Promise<Row | undefined> => {
  const row = await scope.sql.one<Row>(
    sql`select ${columns(scope)} from announcements.announcement a where a.id = ${wanted} and ${visible(scope, false)}`,
  );
  return row && withAddress(row, scope);
};

export const requireAnnouncement = async (scope: SignedIn, wanted: number): Promise<Row> => {
  const row = await lookUpAnnouncement(scope, wanted);
  if (!row) throw none();
  return row;
};
