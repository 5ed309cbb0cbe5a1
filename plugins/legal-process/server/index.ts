import { definePlugin, z } from '@balcao/sdk/server';
import { contactMove, personalData } from '@balcao/contacts/contract';
import { legalProvider, legalRoom } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { caseRoutes } from './cases/case-routes.ts';
import { lateAnswerJob } from './cases/late-answer.ts';
import { lookUpRoutes } from './cases/look-up-routes.ts';
import { flowParts } from './flow-node.ts';
import { isModuleOn, ofModule } from './module.ts';
import { checkJobs } from './monitoring/check.ts';
import { endRoutes } from './monitoring/end-routes.ts';
import { monitoringRoutes } from './monitoring/monitoring-routes.ts';
import { tidyJob } from './monitoring/tidy.ts';
import { casesMove, casesOfPerson } from './personal-data.ts';
import { companyRoutes } from './settings/company-routes.ts';
import { sourceRoutes } from './settings/source-routes.ts';
import { wordsRoutes } from './settings/words-routes.ts';
import { datajud } from './sources/datajud.ts';
import { djen } from './sources/djen.ts';
import { escavador } from './sources/escavador.ts';
import { judit } from './sources/judit.ts';
import { noticeRoutes } from './watching/notice-routes.ts';
import { tendJob } from './watching/tend-watches.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  setup(host) {
    const own = ofModule(host);
    lookUpRoutes(own);
    monitoringRoutes(own);
    endRoutes(own);
    caseRoutes(own);
    sourceRoutes(host);
    wordsRoutes(own);
    companyRoutes(own);
    noticeRoutes(host);
    checkJobs(host);
    tendJob(host);
    tidyJob(host);
    lateAnswerJob(host);
    flowParts(host);
    host.room(legalRoom, { params: z.object({}), may: (_params, scope) => isModuleOn(scope) });
    host.open(legalProvider, ({ id, label, lookUp, gives, watch, unwatch, heard }) => {
      if (id === '' || label === '' || typeof lookUp !== 'function') throw new Error('not a source of cases');
      if (gives.push && !(watch && unwatch && heard))
        throw new Error('it tells of news without watch, unwatch and heard');
    });
    for (const source of [datajud, djen, judit, escavador]) host.contribute(legalProvider, source);
    host.contribute(personalData, casesOfPerson);
    host.contribute(contactMove, casesMove);
  },
});
