import { useRef } from 'react';
import { useT, useToasts } from '@balcao/sdk/client';
import { WeeklyHoursField, useFormErrors } from '@balcao/sdk/ui';
import type { TabProps } from './rows.tsx';

/** The opening hours of this connection, where the company has hours per connection. */
export function SchedulesTab({ values, change }: TabProps) {
  const t = useT();
  const toasts = useToasts();
  const errors = useFormErrors();
  const faults = useRef(false);
  return (
    <>
      <WeeklyHoursField
        label={t('tab.schedules')}
        spans={2}
        value={values.schedules}
        onChange={(schedules) => {
          change({ schedules });
          if (!faults.current) toasts.info(t('form.saveHours'));
          faults.current = true;
        }}
      />
      {errors.of('schedules') && <span role="alert">{errors.of('schedules')}</span>}
    </>
  );
}
