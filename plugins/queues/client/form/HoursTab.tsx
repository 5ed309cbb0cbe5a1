import { useRef } from 'react';
import { useT, useToasts } from '@balcao/sdk/client';
import { WeeklyHoursField } from '@balcao/sdk/ui';
import type { QueueValues } from '../queue-form.ts';

export interface QueueTabValues {
  values: QueueValues;
  change(part: Partial<QueueValues>): void;
}

/** The hours of a queue, shown when the company's hours are set per queue. */
export function HoursTab({ values, change }: QueueTabValues) {
  const t = useT();
  const toasts = useToasts();
  const wasReported = useRef(false);
  return (
    <WeeklyHoursField
      label={t('tab.hours')}
      name="schedules"
      spans={1}
      value={values.schedules}
      onChange={(schedules) => {
        change({ schedules });
        if (!wasReported.current) toasts.info(t('form.saveHours'));
        wasReported.current = true;
      }}
    />
  );
}
