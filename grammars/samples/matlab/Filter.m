classdef Filter < handle
    % FILTER  A first order low pass filter.

    properties
        Rate = 0.5
        State = 0
    end

    properties (Constant)
        MaxRate = 1
    end

    methods
        function obj = Filter(rate)
            % Creates a filter.
            if nargin > 0
                obj.Rate = rate;
            end
        end

        function y = step(obj, x)
            obj.State = obj.State + obj.Rate * (x - obj.State);
            y = obj.State;
        end
    end

    methods (Static)
        function obj = default()
            obj = Filter(0.25);
        end
    end
end
