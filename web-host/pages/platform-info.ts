import { useQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';

export interface DemoLogin {
  email: string;
  password: string;
  /** The path of the page where the demonstration begins. */
  start?: string;
}

/** Public information about the installation at this address. */
export interface PlatformInfo {
  demo?: boolean;
  demoLogin?: DemoLogin;
  /** False: only the operator creates companies. */
  signup?: boolean;
}

/** Returns undefined until loaded; when the request fails, there is no demo and sign-up stays available. */
export function usePlatformInfo(): PlatformInfo | undefined {
  const { data, isError } = useQuery({
    queryKey: ['platform', 'info'],
    queryFn: () => api.get<PlatformInfo>('/platform/info'),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  return data ?? (isError ? {} : undefined);
}
