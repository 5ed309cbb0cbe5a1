import { useEffect, useRef, useState } from 'react';
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
  const [draft] = useState(() => readDraft(company.id, user.id, campaignId));
  const [typed, setTyped] = useState<CampaignFields | undefined>(draft?.values);
  /** The version that the typed values change. */
  const [typedVersion, setTypedVersion] = useState(draft?.version);
  /** The campaign as this form stored it, while its file could not be stored after it. */
  const written = useRef<CampaignView>(undefined);
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
      const version = typedVersion === undefined ? {} : { version: typedVersion };
      writeDraft({ values: typed, ...version, at }, company.id, user.id, campaignId);
      setSavedAt(at);
    }, 600);
    return () => window.clearTimeout(timer);
  }, [typed, typedVersion, company.id, user.id, campaignId]);

  const change = (part: Partial<CampaignFields>): void => {
    setTyped({ ...values, ...part });
    setTypedVersion((known) => (typed ? known : campaign?.version));
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
  };
  const storeFile = async (id: number): Promise<void> => {
    if (file === 'stored') return;
    if (file === 'none') written.current = await api.delete<CampaignView>(`/campaigns/${id}/media-upload`);
    else {
      const form = new FormData();
      form.append('file', await compressImage(file));
      const path = `/campaigns/${id}/media-upload`;
      written.current = await api.upload<CampaignView>(path, form, { onProgress: setProgress });
    }
  };
  const write = async (body: object): Promise<CampaignView> => {
    const known = written.current ?? campaign;
    const version = written.current?.version ?? typedVersion ?? known?.version;
    written.current = known
      ? await api.put<CampaignView>(`/campaigns/${known.id}`, { ...body, version })
      : await api.post<CampaignView>('/campaigns', body);
    return written.current;
  };
  /** A campaign is scheduled after its file was stored: nobody is to get it without. */
  const store = async (body: object & { scheduledAt: string | null }): Promise<CampaignView> => {
    const isScheduled = (written.current ?? campaign)?.status === 'PROGRAMADA';
    const isLater = file instanceof File && body.scheduledAt !== null && !isScheduled;
    const saved = await write(isLater ? { ...body, scheduledAt: null } : body);
    await storeFile(saved.id);
    return isLater ? write(body) : saved;
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
      const saved = await store(body);
      written.current = undefined;
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
      if (error instanceof ApiError && error.status === 409) {
        // The message says that a colleague changed it: saving again replaces what they wrote.
        const { data } = await stored.refetch();
        written.current = undefined;
        setTypedVersion(data?.version);
      }
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
      setTypedVersion(undefined);
      setFile('stored');
    },
  };
}
