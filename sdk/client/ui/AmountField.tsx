import { Input, type InputProps } from '@fluentui/react-components';
import { amountText, readAmount } from './amount.ts';

export interface AmountFieldProps extends Omit<InputProps, 'value' | 'onChange' | 'defaultValue' | 'type'> {
  /** The typed text. `readAmount` converts it to hundredths. */
  value: string;
  onChange(typed: string): void;
}

/**
 * A field for a sum of money, typed as in Brazil. Leaving the field shows it as it will be stored: `4500` becomes
 * `4.500,00`.
 */
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
