import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import type { LookUpView } from '../server/cases/case-view.ts';
import { LawOffice, type Failure } from './law-office.ts';
import type { Judit } from './simulator/judit.ts';

/** Lets the platform use Judit; another mark each time, so that no hold of before is remembered. */
export const setUpJudit = (office: LawOffice, judit: Judit, more: object = {}): Promise<void> =>
  office.scope.secrets.set(
    'sources',
    JSON.stringify({
      providers: { judit: { ...judit.setup, mark: `${office.company.id}:${Math.random()}`, ...more } },
    }),
  );

/** A company that chose Judit. */
export const openOffice = async (host: TestHost, judit: Judit): Promise<LawOffice> => {
  const office = await LawOffice.of(host);
  await setUpJudit(office, judit);
  await office.scope.settings.set('legalSource', 'judit');
  return office;
};

export const search = (office: LawOffice, cnj: string, query = '') =>
  office.admin.get<LookUpView & Failure>(`/legalProcess/${cnj}/search${query}`);

/** A request of the company that Judit works on, as after a look-up that ended without its answer. */
export const owe = async ({ scope }: LawOffice, judit: Judit, cnj: string, ageMs = 0): Promise<string> => {
  const id = judit.begin(cnj);
  await scope.sql.run(
    sql`insert into legal_process.open_request (cnj, source, request, created_at)
        values (${cnj}, 'judit', ${id}, ${new Date(Date.now() - ageMs)})`,
  );
  return id;
};

export const openRequests = ({ scope }: LawOffice, cnj: string): Promise<{ request: string | null }[]> =>
  scope.sql.rows<{ request: string | null }>(sql`select request from legal_process.open_request where cnj = ${cnj}`);

/** The data of a job that reads a late answer for the admin of the company. */
export const awaitedBy = (
  office: LawOffice,
  cnj: string,
  more: { askedAt?: number; isImpersonated?: boolean } = {},
) => ({
  cnj,
  userId: office.admin.id,
  askedAt: Date.now() - 1000,
  looks: 3,
  isImpersonated: false,
  ...more,
});

/** The ids of the notifications of the company, oldest first. */
export const notified = async (host: TestHost, office: LawOffice): Promise<string[]> => {
  const { rows } = await host.kernel.database.owner.query<{ notice: string }>(
    `select notice from notifications.notified where company_id = $1`,
    [office.company.id],
  );
  return rows.map(({ notice }) => notice);
};
