import { Input, type InputProps } from '@fluentui/react-components';
import { amountText, readAmount } from './amount.ts';

export interface AmountFieldProps extends Omit<InputProps, 'value' | 'onChange' | 'defaultValue' | 'type'> {
  /** As typed. `readAmount` says what it means, in hundredths. */
  value: string;
  onChange(typed: string): void;
}

/** A sum of money, typed as in Brazil. Leaving the field shows it as it will be kept: `4500` becomes `4.500,00`. */
export function AmountField({ value, onChange, onBlur, ...props }: AmountFieldProps) {
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      contentBefore="R$"
      placeholder="0,00"
      {...props}
      value={value}
      onChange={(_, data) => onChange(data.value)}
      onBlur={(event) => {
        const meant = readAmount(value);
        if (meant !== undefined && value !== amountText(meant)) onChange(amountText(meant));
        onBlur?.(event);
      }}
    />
  );
}
