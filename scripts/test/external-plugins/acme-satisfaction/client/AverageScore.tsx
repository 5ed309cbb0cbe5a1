import { Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useFormat, useT } from '@balcao/sdk/client';
import type { Scores } from '../contract.ts';

/** The average satisfaction with the company, in a line. */
export default function AverageScore() {
  const t = useT();
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['acme-satisfaction'],
    queryFn: ({ signal }) => api.get<Scores>('/satisfaction', {}, { signal }),
  });
  const average = data?.average ?? null;
  return average === null ? null : <Text size={200}>{t('average', { average: format.number(average) })}</Text>;
}
