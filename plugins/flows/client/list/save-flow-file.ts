import { api, type Params } from '@balcao/sdk/client';

/** Fetches a file as the signed-in person and offers it as a browser download. */
export const saveFile = async (path: string, params: Params, name: string): Promise<void> => {
  const { blob, name: given } = await api.file(path, params);
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = given ?? name;
  link.click();
  // Some browsers read the address a little after the click.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

export const saveFlowFile = (flowId: number, title: string): Promise<void> =>
  saveFile(`/flow/${flowId}/export`, {}, `${title || 'fluxo'}.balcao-flow.json`);
