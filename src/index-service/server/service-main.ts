/** Entry of the keeper process (`dist/index-service.js`). */
import { serveIndexService } from './service-server';

serveIndexService();
