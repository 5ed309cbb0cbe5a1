import { useT } from '@balcao/sdk/client';

export const reminderChoices = [10, 60, 1440] as const;

/** Says in words how long before an entry a reminder comes. */
export const useReminderText = (): ((minutes: number) => string) => {
  const t = useT();
  return (minutes) =>
    reminderChoices.some((one) => one === minutes)
      ? t(`entry.reminder.${minutes}`)
      : t('entry.minutes', { count: minutes });
};
