import { Button, Input, Switch, makeStyles, tokens } from '@fluentui/react-components';
import { useLanguage, useT } from '../index.ts';
import { useFieldLabel } from './form-errors.ts';
import { ext } from './tokens.ts';
import { overlappingDays } from '../../shared/hours-overlap.ts';
import {
  dayAfter,
  hoursFaults,
  maskTime,
  nightEnds,
  spanKeys,
  wholeWeek,
  type HoursDay,
  type TimeKey,
} from './weekly-hours.ts';

export interface WeeklyHoursFieldProps {
  /** Name of the week for screen readers. */
  label: string;
  /** The field's name on the server. */
  name?: string;
  value: readonly HoursDay[];
  /** One span of time per day, or two with a pause between them. */
  spans: 1 | 2;
  onChange(value: HoursDay[]): void;
}

const usual = {
  startTime: '08:00',
  endTime: '18:00',
  startTimeA: '08:00',
  endTimeA: '12:00',
  startTimeB: '13:00',
  endTimeB: '18:00',
};

const isWeekend = ({ weekdayEn }: HoursDay): boolean => weekdayEn === 'saturday' || weekdayEn === 'sunday';

const useStyles = makeStyles({
  always: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '12px' },
  week: { display: 'flex', flexDirection: 'column' },
  day: {
    display: 'grid',
    gridTemplateColumns: '132px 112px minmax(0, 1fr)',
    alignItems: 'center',
    columnGap: '8px',
    minHeight: '48px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    ':last-child': { borderBottom: 'none' },
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr) auto', paddingBlock: '6px', rowGap: '4px' },
  },
  name: { fontWeight: tokens.fontWeightMedium },
  switch: { marginLeft: '-8px', '@media (max-width: 599px)': { marginRight: '-8px' } },
  spans: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px 12px',
    '@media (max-width: 599px)': { gridColumn: '1 / -1' },
  },
  span: { display: 'inline-flex', alignItems: 'center', gap: '6px', whiteSpace: 'nowrap' },
  time: {
    width: '76px',
    fontVariantNumeric: 'tabular-nums',
    '& input': { textAlign: 'center' },
    '@media (max-width: 599px)': { width: '92px', minHeight: '40px' },
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  notes: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0 12px',
    flexBasis: '100%',
    paddingBottom: '4px',
    ':empty': { display: 'none' },
  },
  night: { color: ext.warn, fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  foot: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', marginTop: '8px' },
  fault: { color: ext.bad, fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
});

/** A field for the hours of a week: the open days and their times, typed as digits. */
export function WeeklyHoursField({ label, name, value, spans, onChange }: WeeklyHoursFieldProps) {
  const t = useT('shell');
  useFieldLabel(name, label);
  const styles = useStyles();
  const language = useLanguage();
  /** Within a sentence only English capitalises days. */
  const dayInText = (weekdayEn: string): string => {
    const day = t(`ui.hours.day.${weekdayEn}`);
    return language === 'en' ? day : day.toLowerCase();
  };
  const week = wholeWeek(value, spans, (day) => t(`ui.hours.day.${day}`));
  const keys = spanKeys(spans);
  const isOpen = (day: HoursDay): boolean => keys.some(([from, to]) => (day[from] ?? '') !== (day[to] ?? ''));
  const write = (weekdayEn: string, part: Partial<HoursDay>): void =>
    onChange(week.map((day) => (day.weekdayEn === weekdayEn ? { ...day, ...part } : day)));
  const hoursFrom = (day: HoursDay): Partial<HoursDay> =>
    Object.fromEntries(keys.flat().map((key) => [key, day[key] ?? '']));
  const closed = Object.fromEntries(keys.flat().map((key) => [key, '']));
  const open = Object.fromEntries(keys.flat().map((key) => [key, usual[key]]));
  const first = week.find(isOpen);
  if (value.length === 0) {
    return (
      <div role="group" aria-label={label} className={styles.always}>
        <span>{t('ui.hours.always')}</span>
        <Button
          onClick={() => onChange(week.map((day) => (isWeekend(day) ? { ...day, ...closed } : { ...day, ...open })))}
        >
          {t('ui.hours.set')}
        </Button>
      </div>
    );
  }
  const overlapping = overlappingDays(week);
  const hasFaults = week.some((day) => hoursFaults(day, spans).length > 0);

  const time = (day: HoursDay, key: TimeKey, timeLabel: string) => (
    <Input
      className={styles.time}
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      value={day[key] ?? ''}
      aria-label={`${t(`ui.hours.day.${day.weekdayEn}`)}: ${timeLabel}`}
      aria-invalid={hoursFaults(day, spans).includes(key) || overlapping.includes(day.weekdayEn)}
      onChange={(_, data) => write(day.weekdayEn, { [key]: maskTime(data.value) })}
    />
  );

  return (
    <div role="group" aria-label={label}>
      <div className={styles.week}>
        {week.map((day) => (
          <div key={day.weekdayEn} className={styles.day}>
            <span className={styles.name}>{t(`ui.hours.day.${day.weekdayEn}`)}</span>
            <Switch
              className={styles.switch}
              checked={isOpen(day)}
              label={t(isOpen(day) ? 'ui.hours.open' : 'ui.hours.closed')}
              aria-label={t('ui.hours.opens', { day: t(`ui.hours.day.${day.weekdayEn}`) })}
              onChange={(_, { checked }) => write(day.weekdayEn, checked ? open : closed)}
            />
            {isOpen(day) && (
              <span className={styles.spans}>
                {keys.map(([from, to], index) => (
                  <span key={from} className={styles.span}>
                    {time(day, from, t(spans === 1 ? 'ui.hours.from' : `ui.hours.from${index + 1}`))}
                    <span className={styles.quiet}>{t('ui.hours.to')}</span>
                    {time(day, to, t(spans === 1 ? 'ui.hours.until' : `ui.hours.until${index + 1}`))}
                  </span>
                ))}
                <span className={styles.notes} role="status">
                  {nightEnds(day, spans).map((end) => (
                    <span key={end} className={styles.night}>
                      {t('ui.hours.nextDay', { time: end, day: dayInText(dayAfter(day.weekdayEn)) })}
                    </span>
                  ))}
                  {overlapping.includes(day.weekdayEn) && <span className={styles.fault}>{t('ui.hours.overlap')}</span>}
                </span>
              </span>
            )}
          </div>
        ))}
      </div>
      <div className={styles.foot}>
        {first && (
          <Button
            size="small"
            onClick={() => onChange(week.map((day) => (isWeekend(day) ? day : { ...day, ...hoursFrom(first) })))}
          >
            {t('ui.hours.copy', { day: dayInText(first.weekdayEn) })}
          </Button>
        )}
        <Button size="small" appearance="subtle" onClick={() => onChange([])}>
          {t('ui.hours.unset')}
        </Button>
        <span className={styles.fault} role="status">
          {hasFaults ? t('ui.hours.fault') : ''}
        </span>
      </div>
    </div>
  );
}
