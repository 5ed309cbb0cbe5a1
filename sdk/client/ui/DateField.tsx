import { useRef, useState } from 'react';
import { Input, makeStyles, tokens, type InputProps } from '@fluentui/react-components';
import { CalendarLtr20Regular } from '@fluentui/react-icons';
import { useLanguage, useT } from '../index.ts';
import { IconButton } from './IconButton.tsx';
import { dateText, dateValue, maskDate } from './date-text.ts';
import { useRowFault } from './form-errors.ts';
import { ext } from './tokens.ts';
import { useOnChange } from './use-on-change.ts';

export interface DateFieldProps extends Omit<
  InputProps,
  'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max' | 'contentAfter'
> {
  /** `2026-12-31`, with `withTime` `2026-12-31T09:30`; '' for none. */
  value: string;
  /** Called with complete dates only, and with '' when the field is emptied. */
  onChange(value: string): void;
  /** Asks for the time too. */
  withTime?: boolean;
  /** First and last day offered by the calendar, in the form of `value`. A typed date may lie outside. */
  min?: string;
  max?: string;
}

const useStyles = makeStyles({
  field: { minWidth: 0, '& input': { fontVariantNumeric: 'tabular-nums' } },
  // The native input only opens its calendar; it is invisible and cannot be focused.
  calendar: {
    position: 'absolute',
    right: 0,
    bottom: 0,
    width: '1px',
    height: '1px',
    opacity: 0,
    border: 'none',
    padding: 0,
    pointerEvents: 'none',
  },
  alone: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  fault: { marginTop: '4px', color: ext.bad, fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  place: { position: 'relative', display: 'inline-flex' },
});

/**
 * A date field in the reader's format (`31/12/2026`, in English `12/31/2026`), typed as digits or picked from the
 * device's calendar. An invalid date (`31/02/2027`, or half a date) stays as typed: the field shows the error, and a
 * `FormDialog` around it does not submit until it is corrected.
 *     <FormRow label={t('dueDate')} name="dueDate">
 *       <DateField value={dueDate} onChange={setDueDate} />
 *     </FormRow>
 */
export function DateField({
  value,
  onChange,
  withTime = false,
  min,
  max,
  onBlur,
  onKeyDown,
  ...input
}: DateFieldProps) {
  const t = useT('shell');
  const language = useLanguage();
  const styles = useStyles();
  const [typed, setTyped] = useState(() => dateText(value, language));
  const [fault, setShownFault] = useState<string>();
  const calendar = useRef<HTMLInputElement>(null);
  const reportFault = useRowFault();
  const setFault = (text: string | undefined): void => {
    setShownFault(text);
    reportFault?.(text);
  };
  useOnChange(`${value} ${language}`, () => {
    setTyped(dateText(value, language));
    setFault(undefined);
  });
  const isDate = typed === '' || dateValue(typed, language, withTime) !== undefined;

  const type = (text: string): void => {
    const masked = maskDate(text, withTime);
    setTyped(masked);
    setFault(undefined);
    const date = masked === '' ? '' : dateValue(masked, language, withTime);
    if (date !== undefined && date !== value) onChange(date);
  };
  const showFault = (): void => {
    const isComplete = typed.replaceAll(/\D/g, '').length === (withTime ? 12 : 8);
    if (isDate) setFault(undefined);
    else if (isComplete) setFault(t(withTime ? 'ui.noSuchMoment' : 'ui.noSuchDay', { day: typed }));
    else setFault(t('ui.wholeDayWanted', { form: t(withTime ? 'ui.dateTimeForm' : 'ui.dateForm') }));
  };
  const field = (
    <Input
      {...input}
      {...(fault !== undefined && { 'aria-invalid': true })}
      // For `FormDialog`, which does not submit then.
      {...(!isDate && { 'data-no-value': true })}
      className={input.className ? `${styles.field} ${input.className}` : styles.field}
      inputMode="numeric"
      autoComplete="off"
      placeholder={t(withTime ? 'ui.dateTimeForm' : 'ui.dateForm')}
      value={typed}
      onChange={(_, data) => type(data.value)}
      onKeyDown={(event) => {
        // It submits the form around the field, which keeps the focus.
        if (event.key === 'Enter') showFault();
        onKeyDown?.(event);
      }}
      onBlur={(event) => {
        showFault();
        onBlur?.(event);
      }}
      contentAfter={
        <span className={styles.place}>
          <IconButton
            size="small"
            icon={<CalendarLtr20Regular />}
            label={t('ui.calendar')}
            {...(input.disabled ? { disabled: true } : {})}
            onClick={() => calendar.current?.showPicker()}
          />
          <input
            ref={calendar}
            className={styles.calendar}
            type={withTime ? 'datetime-local' : 'date'}
            tabIndex={-1}
            aria-hidden="true"
            value={value}
            {...(min ? { min } : {})}
            {...(max ? { max } : {})}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      }
    />
  );
  if (reportFault) return field;
  return (
    <span className={styles.alone}>
      {field}
      {fault !== undefined && (
        <span className={styles.fault} role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}
