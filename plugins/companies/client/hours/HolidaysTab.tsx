import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular, CalendarAdd20Regular } from '@fluentui/react-icons';
import { useFormat, useSession, useT } from '@balcao/sdk/client';
import { ErrorState, FormGroup, SkeletonRows } from '@balcao/sdk/ui';
import type { Holiday } from '../../contract.ts';
import { HolidayRow } from './HolidayRow.tsx';
import { firstFault, holidayFault, nationalHolidays } from './holidays.ts';
import { SharedConflict } from './SharedConflict.tsx';
import { SaveBar } from './SaveBar.tsx';
import { holidaysDraft, useHolidays } from './useHours.ts';
import { useDraftForm } from './use-draft-form.ts';

const useStyles = makeStyles({
  none: { margin: 0, padding: '16px 16px 4px', color: tokens.colorNeutralForeground2 },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  more: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    padding: '12px 16px',
    '@media (max-width: 599px)': { padding: '12px' },
  },
});

/** The holidays of the company, which apply to its queues and connections too. */
export default function HolidaysTab() {
  const { stored, error, refetch, save } = useHolidays();
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!stored) return <SkeletonRows rows={6} height={56} />;
  return <HolidaysForm stored={stored} save={save} refetch={refetch} />;
}

/** Returns today's date in the company's time zone. */
const today = (timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());

interface HolidaysFormProps {
  stored: Holiday[];
  save(holidays: Holiday[], known: Holiday[]): Promise<Holiday[]>;
  refetch(): void;
}

function HolidaysForm({ stored, save, refetch }: HolidaysFormProps) {
  const t = useT();
  const styles = useStyles();
  const { company } = useSession();
  const format = useFormat();
  const form = useDraftForm({
    field: 'holidays',
    refetch,
    stored,
    draft: holidaysDraft,
    save,
    faultOf: (holidays) => {
      const fault = firstFault(holidays);
      return fault && t(`holidays.fault.${fault}`);
    },
    done: t('holidays.saved'),
  });
  const { value: days, change } = form;
  const from = today(company.timeZone);
  const missing = [Number(from.slice(0, 4)), Number(from.slice(0, 4)) + 1]
    .flatMap(nationalHolidays)
    .filter(({ date }) => date >= from && !days.some((day) => day.date === date));
  const write = (at: number, part: Partial<Holiday>) =>
    change(days.map((day, index) => (index === at ? { ...day, ...part } : day)));
  const closed = { startTime: '', endTime: '' };

  return (
    <FormGroup title={t('holidays.title')} text={t('holidays.text')}>
      {days.length === 0 ? (
        <p className={styles.none}>
          <strong>{t('holidays.none')}.</strong> {t('holidays.noneText')}
        </p>
      ) : (
        <ul className={styles.list} aria-label={t('holidays.title')}>
          {days.map((day, at) => (
            <HolidayRow
              key={at}
              day={day}
              position={at + 1}
              isWrong={form.fault !== undefined && holidayFault(day, days) !== undefined}
              onChange={(part) => write(at, part)}
              onRemove={() => change(days.filter((_, index) => index !== at))}
            />
          ))}
        </ul>
      )}
      <div className={styles.more}>
        <Button icon={<Add20Regular />} onClick={() => change([...days, { date: '', name: '', ...closed }])}>
          {t('holidays.add')}
        </Button>
        {missing.length > 0 && (
          <Button
            icon={<CalendarAdd20Regular />}
            onClick={() =>
              change(
                [
                  ...days,
                  ...missing.map(({ date, key }) => ({ date, name: t(`holidays.national.${key}`), ...closed })),
                ].toSorted((one, other) => one.date.localeCompare(other.date)),
              )
            }
          >
            {t('holidays.addNational')}
          </Button>
        )}
      </div>
      <SharedConflict
        form={form}
        label={t('holidays.title')}
        show={(_, all) =>
          (all as Holiday[]).map(({ date, name }) => `${format.date(`${date}T12:00:00Z`)} ${name}`).join('\n') ||
          undefined
        }
      />
      <SaveBar {...form} onSave={() => void form.submit()} onDiscard={form.discard} />
    </FormGroup>
  );
}
