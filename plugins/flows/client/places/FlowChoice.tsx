import { Dropdown, Option } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';

interface FlowChoiceProps {
  flows: readonly { id: string; name: string; isLive: boolean }[];
  /** `0`: none. */
  value: string;
  onChange(value: string): void;
  /** Given by the row of the form. */
  id?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
}

/** Chooses a flow, or none. */
export function FlowChoice({ flows, value, onChange, ...field }: FlowChoiceProps) {
  const t = useT();
  const none = t('place.none');
  const nameOf = ({ name, isLive }: FlowChoiceProps['flows'][number]): string =>
    isLive ? name : t('form.notLive', { name });
  const chosen = flows.find(({ id }) => id === value);
  return (
    <Dropdown
      {...field}
      value={chosen ? nameOf(chosen) : none}
      selectedOptions={[chosen?.id ?? '0']}
      onOptionSelect={(_, { optionValue }) => onChange(optionValue ?? '0')}
    >
      <Option value="0">{none}</Option>
      {flows.map((flow) => (
        <Option key={flow.id} value={flow.id}>
          {nameOf(flow)}
        </Option>
      ))}
    </Dropdown>
  );
}
