function [y, peak] = smooth_signal(x, width)
% SMOOTH_SIGNAL  Moving average of a vector.
%   y = SMOOTH_SIGNAL(x, width) averages WIDTH values.
arguments
    x (1,:) double
    width (1,1) double = 5
end

kernel = ones(1, width) / width;
y = conv(x, kernel, 'same');
peak = largest(y);
end

function value = largest(y)
% Largest absolute value.
value = max(abs(y));
for k = 1:numel(y)
    if isnan(y(k))
        value = NaN;
        break
    end
end
end
