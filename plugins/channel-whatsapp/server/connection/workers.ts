import { Worker } from 'node:worker_threads';
import { channelError } from '@balcao/connections/contract';
import type { ToServer, ToWorker } from './worker-protocol.ts';
import { WorkerRpc } from './worker-rpc.ts';

/** Connections per worker: one that runs out of memory takes down only these. */
const connectionsPerWorker = 25;
const megabytesPerWorker = 768;

/** One connection in a worker. */
export interface WorkerConnection {
  request<T>(question: ToWorker): Promise<T>;
  /** Resolves when the worker ended with the connection in it. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}

type Answer = (question: ToServer) => Promise<unknown>;

interface Thread {
  worker: Worker;
  rpc: WorkerRpc;
  connections: Map<string, Answer>;
  lost: Promise<Error>;
}

const startThread = (): Thread => {
  const connections = new Map<string, Answer>();
  const worker = new Worker(new URL('../worker/worker.ts', import.meta.url), {
    execArgv: [],
    // The worker needs no secrets of the server, and cannot leak what it does not have.
    env: { NODE_ENV: process.env['NODE_ENV'] ?? '' },
    resourceLimits: { maxOldGenerationSizeMb: megabytesPerWorker },
  });
  const rpc = new WorkerRpc(worker, async (connection, question) => {
    const answer = connections.get(connection);
    if (!answer) throw new Error('the connection is closed');
    return answer(question as ToServer);
  });
  const lost = new Promise<Error>((resolve) => {
    worker.once('error', (error) => resolve(error));
    worker.once('exit', (code) => resolve(new Error(`the worker of the connection ended with ${code}`)));
  });
  void lost.then((error) => rpc.rejectAll(channelError('disconnected', 'no-link', error)));
  return { worker, rpc, connections, lost };
};

/** Worker threads that run connections, so that their work blocks neither the server nor each other. */
export class Workers {
  readonly #threads = new Set<Thread>();
  #next = 1;

  open(answer: Answer): WorkerConnection {
    const thread = this.#withCapacity() ?? this.#start();
    const name = String(this.#next);
    this.#next += 1;
    thread.connections.set(name, answer);
    return {
      request: <T>(question: ToWorker) => thread.rpc.request<T>(name, question),
      lost: thread.lost,
      close: async () => {
        if (!thread.connections.has(name)) return;
        await Promise.race([
          thread.rpc.request(name, { do: 'stop' } satisfies ToWorker).catch(() => undefined),
          thread.lost,
        ]);
        thread.connections.delete(name);
        if (thread.connections.size > 0) return;
        this.#threads.delete(thread);
        await thread.worker.terminate();
      },
    };
  }

  #withCapacity(): Thread | undefined {
    return [...this.#threads].find(({ connections }) => connections.size < connectionsPerWorker);
  }

  #start(): Thread {
    const thread = startThread();
    this.#threads.add(thread);
    void thread.lost.then(() => this.#threads.delete(thread));
    return thread;
  }
}
