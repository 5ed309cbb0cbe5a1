import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, compressImage, useErrorText, useSession, useT, useToasts } from '@balcao/sdk/client';
import type { CampaignFields, CampaignView } from '../../contract.ts';
import { readDraft, writeDraft } from './draft.ts';
import { blankCampaign, fieldsOf } from './form-values.ts';

/** The file of the form: the stored one, a newly chosen one, or none. */
type ChosenFile = 'stored' | 'none' | File;

/** The form of one campaign: its values, the draft in this browser, and saving. */
export function useCampaignForm(campaignId: number | undefined) {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { user, company } = useSession();
  const key = ['campaigns', 'one', campaignId];
  const stored = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<CampaignView>(`/campaigns/${campaignId}`, {}, { signal }),
    enabled: campaignId !== undefined,
  });
  const campaign = campaignId === undefined ? undefined : stored.data;
  const [typed, setTyped] = useState<CampaignFields | undefined>(
    () => readDraft(company.id, user.id, campaignId)?.values,
  );
  const [savedAt, setSavedAt] = useState<string>();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [file, setFile] = useState<ChosenFile>('stored');
  const [progress, setProgress] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const values = typed ?? (campaign ? fieldsOf(campaign) : blankCampaign);

  // The draft follows the typing after a moment.
  useEffect(() => {
    if (!typed) return;
    const timer = window.setTimeout(() => {
      const at = new Date().toISOString();
      writeDraft({ values: typed, at }, company.id, user.id, campaignId);
      setSavedAt(at);
    }, 600);
    return () => window.clearTimeout(timer);
  }, [typed, company.id, user.id, campaignId]);

  const change = (part: Partial<CampaignFields>): void => {
    setTyped({ ...values, ...part });
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
  };
  const storeFile = async (id: number): Promise<void> => {
    if (file === 'stored') return;
    if (file === 'none') {
      await api.delete(`/campaigns/${id}/media-upload`);
      return;
    }
    const form = new FormData();
    form.append('file', await compressImage(file));
    await api.upload(`/campaigns/${id}/media-upload`, form, { onProgress: setProgress });
  };
  /** Saves the campaign, inactive or for its time. Returns its id, or undefined after a failure that is shown. */
  const save = async (isScheduled: boolean): Promise<number | undefined> => {
    setBusy(true);
    setFaults({});
    try {
      const { legalBasis, ...others } = values;
      const body = {
        ...others,
        ...(legalBasis && { legalBasis }),
        scheduledAt: isScheduled ? values.scheduledAt : null,
      };
      const saved = campaign
        ? await api.put<CampaignView>(`/campaigns/${campaign.id}`, { ...body, version: campaign.version })
        : await api.post<CampaignView>('/campaigns', body);
      await storeFile(saved.id);
      writeDraft(undefined, company.id, user.id, campaignId);
      setTyped(undefined);
      setFile('stored');
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
      toasts.success(t(isScheduled ? 'form.scheduled' : 'form.saved'));
      return saved.id;
    } catch (error) {
      if (error instanceof ApiError && error.fields)
        setFaults(
          Object.fromEntries(
            Object.entries(error.fields).map(([name, code]) => [
              name,
              /^[A-Z][A-Z0-9_]+$/.test(code) ? errorText(new ApiError(400, code)) : code,
            ]),
          ),
        );
      else toasts.error(error);
      if (error instanceof ApiError && error.status === 409) await queries.invalidateQueries({ queryKey: key });
      return undefined;
    } finally {
      setBusy(false);
      setProgress(undefined);
    }
  };
  return {
    campaign,
    error: stored.error,
    refetch: stored.refetch,
    isLoading: campaignId !== undefined && stored.isPending,
    values,
    change,
    isDirty: typed !== undefined || file !== 'stored',
    savedAt,
    faults,
    setFaults,
    file:
      file instanceof File
        ? file
        : file === 'stored' && campaign?.mediaPath
          ? { name: campaign.mediaName ?? '', mime: campaign.mediaMime ?? '', path: campaign.mediaPath }
          : undefined,
    setFile: (chosen: File | undefined): void => setFile(chosen ?? 'none'),
    progress,
    isBusy,
    save,
    discard: (): void => {
      writeDraft(undefined, company.id, user.id, campaignId);
      setTyped(undefined);
      setFile('stored');
    },
  };
}
