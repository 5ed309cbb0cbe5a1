import { useT } from '@balcao/sdk/client';
import { FormRow } from '@balcao/sdk/ui';
import { Input } from '@fluentui/react-components';
import type { ChannelFieldsProps } from '@balcao/connections/contract';

export default function AddressField({ values, setValue }: ChannelFieldsProps) {
  const t = useT();
  return (
    <FormRow label={t('address')} name="options.address">
      <Input value={String(values['address'] ?? '')} onChange={(_, { value }) => setValue('address', value)} />
    </FormRow>
  );
}
