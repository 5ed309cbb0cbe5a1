/** Form of the node that distinguishes opening hours. */
import { useT } from '@balcao/sdk/client';
import { WeeklyHoursField, type HoursDay } from '@balcao/sdk/ui';
import type { FlowNodeFormProps } from '../../contract.ts';
import { useQueueItems } from '../data/useNamed.ts';
import { list, text } from '../kinds/kind.ts';
import { ChoiceRow, Section, problemOf } from './parts.tsx';

const sources = ['usual', 'company', 'connection', 'queue', 'own'] as const;
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const usualWeek = (): HoursDay[] =>
  days.map(
    (weekdayEn, index) =>
      ({
        weekdayEn,
        weekday: weekdayEn,
        startTime: index > 4 ? '' : '08:00',
        endTime: index > 4 ? '' : '18:00',
      }) as HoursDay,
  );

export function HoursForm({ data, onChange, problems }: FlowNodeFormProps) {
  const t = useT();
  const queues = useQueueItems();
  const source = text(data['source']) || 'usual';
  const week = list<HoursDay>(data['week']);
  return (
    <Section>
      <ChoiceRow
        label={t('form.hoursOf')}
        hint={t(`hoursHint.${source}`)}
        value={source}
        options={sources.map((id) => ({ id, name: t(`hours.${id}`) }))}
        onChange={(value) =>
          onChange({ source: value || 'usual', ...(value === 'own' && week.length === 0 && { week: usualWeek() }) })
        }
      />
      {source === 'queue' && (
        <ChoiceRow
          label={t('kind.departmentNode')}
          value={String(data['queueId'] ?? '')}
          options={queues}
          error={problemOf(problems, 'queueId')}
          onChange={(value) => onChange({ queueId: value === '' ? null : Number(value) })}
        />
      )}
      {source === 'own' && (
        <WeeklyHoursField
          label={t('hours.own')}
          name="week"
          value={week}
          spans={1}
          onChange={(next) => onChange({ week: next })}
        />
      )}
    </Section>
  );
}
