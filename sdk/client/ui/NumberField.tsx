import { Input, type InputProps } from '@fluentui/react-components';
import { useLanguage, useT } from '../index.ts';
import { useRowFault } from './form-errors.ts';
import { numberText, readNumber } from './number-text.ts';

export interface NumberFieldProps extends Omit<
  InputProps,
  'value' | 'onChange' | 'defaultValue' | 'type' | 'min' | 'max' | 'step'
> {
  /** The typed text. `readNumber` converts it. */
  value: string;
  onChange(typed: string): void;
  /** Minimum and maximum; the row shows an error when the field is left. */
  min?: number;
  max?: number;
  /** Number of decimal digits. Absent: whole numbers. */
  decimals?: number;
}

/**
 * A number field in the reader's notation: `1.500` is `1500`, and leaving the field shows the latter, as it will be
 * stored. An invalid number stays as typed, and its `FormRow` shows the requirement.
 *     <FormRow label={t('seats')} name="seats">
 *       <NumberField min={1} max={500} value={values.seats} onChange={(seats) => change({ seats })} />
 *     </FormRow>
 */
export function NumberField({ value, onChange, min, max, decimals = 0, onBlur, ...props }: NumberFieldProps) {
  const language = useLanguage();
  const t = useT('shell');
  const reportFault = useRowFault();
  const faultOf = (meant: number | undefined): string | undefined => {
    if (meant === undefined) return t(decimals > 0 ? 'ui.numberWanted' : 'ui.wholeNumberWanted');
    if (meant >= (min ?? meant) && meant <= (max ?? meant)) return undefined;
    if (min === undefined) return t('ui.numberAtMost', { max: numberText(max ?? 0, language) });
    if (max === undefined) return t('ui.numberAtLeast', { min: numberText(min, language) });
    return t('ui.numberBetween', { min: numberText(min, language), max: numberText(max, language) });
  };
  return (
    <Input
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      {...props}
      value={value}
      onChange={(_, data) => {
        reportFault?.(undefined);
        onChange(data.value);
      }}
      onBlur={(event) => {
        if (value.trim() !== '') {
          const meant = readNumber(value, { decimals, language });
          reportFault?.(faultOf(meant));
          if (meant !== undefined && value !== numberText(meant, language)) onChange(numberText(meant, language));
        }
        onBlur?.(event);
      }}
    />
  );
}
