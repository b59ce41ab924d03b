/** Entry of the keeper process (`dist/index-service.js`). */
import { serve } from './service-server';

serve();
