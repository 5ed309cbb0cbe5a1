import { useFormat, useT } from '@balcao/sdk/client';
import { BarChart, ChartFrame, ext } from '@balcao/sdk/ui';
import type { Hours } from './use-dashboard.ts';

const two = (hour: number): string => `${String(hour).padStart(2, '0')}h`;

/** Attendances that began today by hour, until they were read, over the usual number of this day of the week. */
export function HoursChart({ hours, readAt }: { hours: Hours; readAt: number }) {
  const t = useT();
  const { number, clock } = useFormat();
  const day = t(`weekday.${new Date(`${hours.date}T12:00:00Z`).getUTCDay()}`);
  const series = [
    { id: 'today', label: t('hours.today'), color: ext.chart },
    { id: 'usual', label: t('hours.usual', { day }), color: ext.ghost },
  ];
  const sum = hours.today.reduce((all, count) => all + count, 0);
  return (
    <ChartFrame
      title={t('hours.title')}
      note={t('hours.until', { count: sum, at: clock(readAt) })}
      series={series}
      table={{
        columns: [t('hours.hour'), ...series.map(({ label }) => label)],
        rows: hours.today.map((count, hour) => ({
          id: String(hour),
          cells: [two(hour), number(count), number(hours.usual[hour] ?? 0)],
        })),
      }}
    >
      <BarChart
        label={t('hours.title')}
        kind="behind"
        series={series}
        format={number}
        labelEvery={2}
        points={hours.today.map((count, hour) => ({
          id: String(hour),
          label: two(hour),
          values: [count, hours.usual[hour] ?? 0],
          isPartial: hour === hours.hour,
        }))}
      />
    </ChartFrame>
  );
}
