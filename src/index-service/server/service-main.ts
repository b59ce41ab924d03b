/** Entry point of the index service (`dist/index-service.js`). */
import { serveIndexService } from './service-server';

serveIndexService();
