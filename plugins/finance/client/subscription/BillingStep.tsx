import { Dropdown, Field, Input, Option, makeStyles } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import type { Billing } from './useSubscription.ts';

const countries = ['BR', 'usa'] as const;

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: '16px' },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: '16px',
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  wide: { minWidth: 0, width: '100%' },
});

interface BillingStepProps {
  billing: Billing;
  faults: Readonly<Record<string, string>>;
  asksTaxNumber: boolean;
  onChange(billing: Billing): void;
}

/** The name and address of the payer. */
export function BillingStep({ billing, faults, asksTaxNumber, onChange }: BillingStepProps) {
  const t = useT();
  const styles = useStyles();
  const faultOf = (name: keyof Billing) =>
    faults[name] ? { validationState: 'error' as const, validationMessage: faults[name] } : {};
  const field = (name: keyof Billing, autoComplete: string, required = true) => (
    <Field label={t(`checkout.field.${name}`)} required={required} {...faultOf(name)}>
      <Input
        autoComplete={autoComplete}
        maxLength={200}
        value={billing[name]}
        onChange={(_, { value }) => onChange({ ...billing, [name]: value })}
      />
    </Field>
  );
  const country = countries.find((one) => one === billing.country) ?? 'BR';
  return (
    <div className={styles.fields}>
      {field('firstName', 'name')}
      {asksTaxNumber && field('cpfCnpj', 'off')}
      <div className={styles.pair}>
        <Field label={t('checkout.field.country')} required {...faultOf('country')}>
          <Dropdown
            className={styles.wide}
            value={t(`checkout.country.${country}`)}
            selectedOptions={[country]}
            onOptionSelect={(_, { optionValue }) => optionValue && onChange({ ...billing, country: optionValue })}
          >
            {countries.map((one) => (
              <Option key={one} value={one}>
                {t(`checkout.country.${one}`)}
              </Option>
            ))}
          </Dropdown>
        </Field>
        {field('zipcode', 'postal-code')}
      </div>
      {field('address2', 'street-address')}
      <div className={styles.pair}>
        {field('state', 'address-level1', false)}
        {field('city', 'address-level2')}
      </div>
    </div>
  );
}
