import { useNavigate } from 'react-router-dom';
import { translate, usePoint, useT } from '@balcao/sdk/client';
import { Tabs } from '@balcao/sdk/ui';
import { campaignTab } from '../contract.ts';

/** The row of tabs above the lists and the pages beside them, each with an address of its own. */
export default function CampaignTabs({ path }: { path: string }) {
  const t = useT();
  const navigate = useNavigate();
  const added = usePoint(campaignTab).map((item) => ({
    order: item.order,
    value: item.path,
    label: translate(item.plugin, item.label),
  }));
  const options = [...added, { order: 20, value: '/contact-lists', label: t('page.title') }].toSorted(
    (one, other) => one.order - other.order,
  );
  return <Tabs label={t('tabs.label')} value={path} onChange={(chosen) => void navigate(chosen)} options={options} />;
}
