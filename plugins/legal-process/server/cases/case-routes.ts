import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import type { LegalRecord, LegalStep } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { params } from '../input.ts';
import { monitoringOutput, requireMonitoring } from '../monitoring/monitoring-view.ts';
import { companyWords } from './company-words.ts';

/** A case of many years has some thousand steps; more than this nobody reads on one page. */
const maxSteps = 3000;

interface StepRow extends Omit<LegalStep, 'at' | 'key'> {
  id: number;
  at: Date;
  isLate: boolean;
  isNew: boolean;
}

const stepsOf = (scope: Scope, monitoringId: number): Promise<StepRow[]> =>
  scope.sql.rows<StepRow>(
    sql`select s.id::int as id, s.kind, s.at, s.title, s.description, s.instance, s.code, s.files, s.is_late as "isLate",
               coalesce(s.found_at > m.seen_at, false) as "isNew"
          from legal_process.monitoring m
          join legal_process.step s on s.company_id = m.company_id and s.case_id = m.case_id
         where m.id = ${monitoringId} order by s.at desc, s.id desc limit ${maxSteps}`,
  );

export const caseRoutes = (host: Pick<Host<typeof manifest>, 'route'>): void => {
  host.route('GET', '/legalProcess/:id', {
    access: 'signed-in',
    summary:
      'A monitored case as it was last read, by the id of its monitoring. `processData` is JSON text: cover, properties, people, lawyers and steps.',
    input: { params },
    output: z.object({ id: z.number(), processData: z.string(), monitoring: monitoringOutput }),
    handle: async ({ params: { id } }, scope) => {
      const monitoring = await requireMonitoring(scope, id);
      const row = await scope.sql.one<{ data: Omit<LegalRecord, 'steps'> }>(
        sql`select k.data from legal_process.monitoring m
              join legal_process.legal_case k on k.company_id = m.company_id and k.id = m.case_id where m.id = ${id}`,
      );
      const data = row?.data;
      const steps = await stepsOf(scope, id);
      const wordsOf = await companyWords(scope);
      const processData = {
        cover: { description: data?.className ?? null, value: data?.value ?? null },
        properties: {
          number: monitoring.cnj,
          startAt: data?.startAt ?? null,
          subject: data?.subject ?? null,
          jurisdiction: data?.jurisdiction ?? null,
          judge: data?.judge ?? null,
          instances: data?.instances ?? [],
        },
        people: data?.people ?? [],
        lawyers: data?.lawyers ?? [],
        steps: steps.map(({ at, code, ...step }) => ({
          ...step,
          timestamp: at.toISOString(),
          plain: wordsOf(code),
        })),
      };
      return { id, processData: JSON.stringify(processData), monitoring };
    },
  });
};
